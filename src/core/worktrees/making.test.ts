import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorktreeWorld, type WorktreeWorld } from './world.suite.ts'

let world: WorktreeWorld
let shop: string
beforeAll(() => {
  world = openWorktreeWorld()
  shop = join(world.folder, 'shop')
})
afterAll(() => world.end())
const make = (task: string) => world.worktrees.make(task, { by: 'user' })

test('[WTR1] [WTR2] [WTR3] a task gets a worktree, made once, and the dirty main checkout stays as it is', async () => {
  const { key } = await world.add()
  world.write(shop, 'a.txt', 'dirty\n')
  world.write(shop, 'new file.txt')
  const before = {
    status: world.git(shop, 'status', '--porcelain'),
    config: readFileSync(join(shop, '.git/config')),
  }
  const [one, two] = await Promise.all([make(key), make(key)])
  expect(one).toEqual(two)
  expect(one).toMatchObject({
    state: 'ready',
    folder: join(shop, '.worktrees', `agent-task-${key}`),
    branch: `task/${key}`,
    base: world.git(shop, 'rev-parse', 'main').trim(),
  })
  expect(world.read(one.folder, 'a.txt')).toBe('one\n')
  expect(world.git(one.folder, 'status', '--porcelain', '--branch')).toBe(`## task/${key}\n`)
  expect(world.git(shop, 'status', '--porcelain')).toBe(before.status)
  expect(readFileSync(join(shop, '.git/config'))).toEqual(before.config)
  expect(world.read(shop, '.git/info/exclude').match(/\.worktrees/g)).toHaveLength(1)
  expect(world.events().filter(({ type }) => type === 'worktree.made')).toHaveLength(1)
  expect(existsSync(join(shop, '.worktrees'))).toBe(true)
})

test('[WTR14] [WTR16] a worktree whose checkout failed is removed with what came of it, and its branch stays', async () => {
  const team = world.team('filtered')
  const repository = join(world.folder, 'filtered')
  world.git(repository, 'init', '--quiet')
  world.write(repository, '.gitattributes', '*.bin filter=missing\n')
  world.write(repository, 'first.txt', 'x\n')
  world.write(repository, 'large.bin', 'x\n')
  world.git(repository, 'add', '--all')
  world.git(repository, 'commit', '--quiet', '--message', 'one')
  world.git(repository, 'config', 'filter.missing.smudge', 'false')
  world.git(repository, 'config', 'filter.missing.required', 'true')
  const { key } = await world.add('Filtered', 'filtered')
  await expect(make(key)).rejects.toMatchObject({ code: 'GIT_FAILED' })
  expect(existsSync(join(team, '.worktrees', `agent-task-${key}`))).toBe(true)
  // Its branch may have work of before, which stays there.
  const made = ['commit-tree', '-p', 'HEAD', '-m', 'before', 'HEAD^{tree}']
  world.git(repository, 'update-ref', `refs/heads/task/${key}`, world.git(repository, ...made).trim())
  await world.worktrees.remove(key, 'user')
  expect(existsSync(join(team, '.worktrees', `agent-task-${key}`))).toBe(false)
  expect(world.git(repository, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
  expect(world.git(repository, 'branch', '--list', `task/${key}`)).toContain(key)
  world.git(repository, 'config', 'filter.missing.smudge', 'cat')
  expect(await make(key)).toMatchObject({ state: 'ready' })
})
