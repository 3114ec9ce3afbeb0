import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorktreeWorld, startRepository, type WorktreeWorld } from './world.suite.ts'

let world: WorktreeWorld
let shop: string
beforeAll(() => {
  world = openWorktreeWorld()
  shop = join(world.folder, 'shop')
})
afterAll(() => world.end())
const by = 'user'

test('[WTR13] [WTR15] a repository inside is named by a rescue, and keeps the worktree', async () => {
  const { key, folder, branch } = await world.worktrees.make((await world.add()).key, { by })
  world.write(folder, 'nested/a.txt')
  world.git(join(folder, 'nested'), 'init', '--quiet')
  world.write(folder, 'beside.txt', 'kept\n')
  const { rescue } = await world.worktrees.rescue(key, { reason: 'x', by })
  expect(rescue?.uncovered).toEqual(['nested'])
  expect(world.git(shop, 'show', `${branch}:beside.txt`)).toBe('kept\n')
  await expect(world.worktrees.remove(key, by)).rejects.toThrow(/nested in it is a repository of its own/)
  expect(existsSync(join(folder, 'nested', 'a.txt'))).toBe(true)
})

test('[WTR5] [WTR13] [WTR15] submodules are checked out, rescued, and kept until their commits are elsewhere', async () => {
  const library = join(world.folder, 'library')
  world.team('library', { path: library })
  startRepository(world, library)
  world.git(shop, 'submodule', '--quiet', 'add', library, 'lib')
  world.git(shop, 'commit', '--quiet', '--message', 'with a library')
  const config = world.read(shop, '.git/config')
  const { key, folder, branch, setUp } = await world.worktrees.make((await world.add()).key, { by })
  expect([setUp, world.read(folder, 'lib/a.txt'), world.read(shop, '.git/config')]).toEqual([
    null,
    'one\n',
    config,
  ])

  world.write(folder, 'lib/new.txt', 'inside\n')
  await world.worktrees.rescue(key, { reason: 'x', by })
  const inner = world.git(folder, 'rev-parse', `${branch}:lib`).trim()
  expect(world.git(join(folder, 'lib'), 'show', `${inner}:new.txt`)).toBe('inside\n')
  await expect(world.worktrees.remove(key, by)).rejects.toThrow(
    /the submodule lib has commits that are on no remote/,
  )
  world.git(join(folder, 'lib'), 'push', '--quiet', 'origin', 'HEAD:refs/heads/saved')
  await world.worktrees.remove(key, by)
  expect(existsSync(folder)).toBe(false)
  expect(world.git(shop, 'submodule', 'status')).toMatch(/^ \S+ lib/)
})
