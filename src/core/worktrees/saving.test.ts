import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Worktree } from '../../contract/index.ts'
import { openWorktreeWorld, type WorktreeWorld } from './world.suite.ts'

let world: WorktreeWorld
let shop: string
beforeAll(() => {
  world = openWorktreeWorld()
  shop = join(world.folder, 'shop')
})
afterAll(() => world.end())

const by = 'user'
const made = async (): Promise<Worktree> => world.worktrees.make((await world.add()).key, { by })
const tip = ({ branch }: Worktree) => world.git(shop, 'rev-parse', branch).trim()
const status = ({ folder }: Worktree) => world.git(folder, 'status', '--porcelain')
const types = (key: string) =>
  world.events().flatMap(({ type, data }) => ('key' in data && data.key === key ? [type] : []))

test('[WTR8] [WTR10] a return sets the work aside as a patch that applies again, and brings the checkpoint back', async () => {
  const tree = await made()
  const { key, folder } = tree
  world.write(folder, 'kept.txt', 'kept\n')
  const first = await world.worktrees.checkpoint(key, { note: 'kept', by })
  expect([status(tree), tip(tree)]).toEqual(['', first.commit])
  const again = await world.worktrees.checkpoint(key, { note: 'nothing new', by })
  expect(again.commit).toBe(first.commit)

  world.write(folder, 'a.txt', 'two\n')
  world.git(folder, 'commit', '--quiet', '--all', '--message', 'by the agent')
  rmSync(join(folder, 'kept.txt'))
  world.write(folder, 'new/ü file.txt', 'new\n')
  writeFileSync(join(folder, 'picture'), Buffer.from([0, 1, 2, 255]))
  world.write(folder, 'run.sh')
  chmodSync(join(folder, 'run.sh'), 0o755)
  world.write(folder, 'build.log', 'ignored')
  const agents = tip(tree)
  const { attempt } = await world.worktrees.returnTo(key, { checkpoint: first.checkpoint, by })
  expect([status(tree), tip(tree)]).toEqual(['', first.commit])
  expect(world.read(folder, 'a.txt')).toBe('one\n')
  expect(world.read(folder, 'kept.txt')).toBe('kept\n')
  expect(world.read(folder, 'build.log')).toBe('ignored')
  expect(existsSync(join(folder, 'new'))).toBe(false)

  world.git(shop, 'merge-base', '--is-ancestor', agents, attempt?.ref ?? '')
  world.git(folder, 'apply', attempt?.patch ?? '')
  expect(world.read(folder, 'a.txt')).toBe('two\n')
  expect(world.read(folder, 'new/ü file.txt')).toBe('new\n')
  expect(existsSync(join(folder, 'kept.txt'))).toBe(false)
  expect(statSync(join(folder, 'run.sh')).mode & 0o100).toBe(0o100)
  expect(types(key)).toEqual([
    'task.created',
    'worktree.made',
    'checkpoint.made',
    'checkpoint.made',
    'worktree.returned',
  ])
  expect((await world.worktrees.get(key)).attempts).toMatchObject([{ number: 1, patch: attempt?.patch }])
})

test('[WTR10] what was under way when a return came is ended, and saved', async () => {
  const tree = await made()
  const { key, folder } = tree
  const { commit } = await world.worktrees.checkpoint(key, { note: '', by })
  world.git(folder, 'checkout', '--quiet', '-b', `side-${key}`)
  world.write(folder, 'a.txt', 'side\n')
  world.git(folder, 'commit', '--quiet', '--all', '--message', 'side')
  world.git(folder, 'checkout', '--quiet', tree.branch)
  world.write(folder, 'a.txt', 'own\n')
  world.git(folder, 'commit', '--quiet', '--all', '--message', 'own')
  expect(() => world.git(folder, 'merge', `side-${key}`)).toThrow()
  await expect(world.worktrees.checkpoint(key, { note: '', by })).rejects.toThrow(/A merge is under way/)
  const { attempt } = await world.worktrees.returnTo(key, { by })
  expect([status(tree), tip(tree)]).toEqual(['', commit])
  expect(world.git(shop, 'show', `${attempt?.commit}:a.txt`)).toContain('<<<<<<<')
})

test('[WTR9] a lease that was lost while the files were read keeps the branch where it is', async () => {
  const tree = await made()
  world.write(tree.folder, 'late.txt')
  const before = tip(tree)
  world.taken.add(tree.task)
  await expect(world.worktrees.checkpoint(tree.key, { note: '', fence: 1, by })).rejects.toThrow(
    'Not with 1.',
  )
  world.taken.delete(tree.task)
  expect(tip(tree)).toBe(before)
  world.git(tree.folder, 'checkout', '--quiet', '--detach')
  await expect(world.worktrees.checkpoint(tree.key, { note: '', by })).rejects.toThrow(/not on task\//)
  expect(status(tree)).toBe('?? late.txt\n')
})

test('[WTR11] a return overwrites no ignored file', async () => {
  const tree = await made()
  const { key, folder } = tree
  world.write(folder, 'a.log', 'tracked')
  world.git(folder, 'add', '--force', 'a.log')
  await world.worktrees.checkpoint(key, { note: '', by })
  world.git(folder, 'rm', '--quiet', 'a.log')
  world.git(folder, 'commit', '--quiet', '--message', 'without')
  world.write(folder, 'a.log', 'precious')
  await expect(world.worktrees.returnTo(key, { by })).rejects.toThrow(/a\.log/)
  expect(world.read(folder, 'a.log')).toBe('precious')
})

test('[WTR12] a rescue commits what is unfinished and gives the task back', async () => {
  const tree = await made()
  const { key, folder } = tree
  world.write(folder, 'half.txt', 'half\n')
  world.write(folder, 'a.txt', 'changed\n')
  const rescued = await world.worktrees.rescue(key, { reason: 'The agent died\nthrice.', by })
  expect(rescued.rescue).toMatchObject({ commit: tip(tree), ref: `refs/heads/${tree.branch}`, uncovered: [] })
  expect(status(tree)).toBe('')
  expect(world.git(shop, 'log', '-1', '--format=%s%n%b', tree.branch)).toMatch(
    /^\[INCOMPLETE\] shop-\d+: Add a search box\nThe agent died thrice\.\n\nIris-Task: tsk_/,
  )
  expect(world.git(shop, 'show', `${tree.branch}:half.txt`)).toBe('half\n')
})

test('[WTR12] work that is on another branch is rescued beside it', async () => {
  const tree = await made()
  const { key, folder } = tree
  world.git(folder, 'checkout', '--quiet', '--detach')
  world.write(folder, 'lost.txt', 'found\n')
  const { rescue } = await world.worktrees.rescue(key, { reason: 'x', by })
  expect(rescue?.ref).toMatch(/^refs\/iris\/shop-\d+\/rescue-/)
  expect(world.git(shop, 'show', `${rescue?.ref}:lost.txt`)).toBe('found\n')
  expect([tip(tree), status(tree)]).toEqual([tree.base, '?? lost.txt\n'])
  await world.worktrees.rescue(key, { reason: 'again', by })
  expect(world.git(shop, 'for-each-ref', `refs/iris/${key}`).trim().split('\n')).toHaveLength(1)
})

test('[WTR14] [WTR16] a worktree with work that is nowhere else is kept; merged, squashed, pushed or rescued it goes', async () => {
  const other = join(world.folder, 'other.git')
  world.git(shop, 'clone', '--quiet', '--bare', shop, other)
  world.git(shop, 'remote', 'add', 'origin', other)
  const remove = (key: string) => world.worktrees.remove(key, by)
  const worked = async (file: string): Promise<Worktree> => {
    const tree = await made()
    world.write(tree.folder, file)
    await expect(remove(tree.key)).rejects.toThrow(/not committed/)
    await world.worktrees.checkpoint(tree.key, { note: '', by })
    await expect(remove(tree.key)).rejects.toThrow(/neither merged nor pushed nor rescued/)
    return tree
  }
  const [merged, squashed, pushed, rescued] = [
    await worked('1'),
    await worked('2'),
    await worked('3'),
    await worked('4'),
  ]
  world.git(shop, 'merge', '--quiet', '--no-edit', merged.branch)
  world.git(shop, 'merge', '--quiet', '--squash', squashed.branch)
  world.git(shop, 'commit', '--quiet', '--message', 'squashed')
  world.git(shop, 'push', '--quiet', 'origin', pushed.branch)
  await world.worktrees.rescue(rescued.key, { reason: 'x', by })
  const unused = await made()
  for (const [tree, saved] of [
    [merged, 'merged'],
    [squashed, 'merged'],
    [pushed, 'pushed'],
    [rescued, 'rescued'],
    [unused, 'none'],
  ] as const) {
    expect((await world.worktrees.get(tree.key)).saved).toBe(saved)
    const before = tip(tree)
    await remove(tree.key)
    expect([existsSync(tree.folder), tip(tree)]).toEqual([false, before])
    expect(world.git(shop, 'worktree', 'list')).not.toContain(`agent-task-${tree.key} `)
  }
  await expect(remove(unused.key)).rejects.toMatchObject({ code: 'WORKTREE_UNKNOWN' })
})

test('[WTR24] what somebody else committed is merged into the branch and the files; what conflicts is named and changes nothing', async () => {
  const tree = await made()
  const { key, folder } = tree
  const part = await made()
  world.write(part.folder, 'part.txt', 'part\n')
  const { commit } = await world.worktrees.checkpoint(part.key, { note: 'part', by })
  world.write(folder, 'own.txt', 'own\n')
  const incoming = { commit, what: 'shop-b2', by }
  expect(await world.worktrees.takeIn(key, incoming)).toEqual({ is: 'taken' })
  expect([status(tree), world.read(folder, 'part.txt'), world.read(folder, 'own.txt')]).toEqual([
    '',
    'part\n',
    'own\n',
  ])
  world.git(shop, 'merge-base', '--is-ancestor', commit, tree.branch)
  const merged = tip(tree)
  expect(await world.worktrees.takeIn(key, incoming)).toEqual({ is: 'taken' })
  expect(tip(tree)).toBe(merged)

  world.write(part.folder, 'own.txt', 'theirs\n')
  const other = await world.worktrees.checkpoint(part.key, { note: 'other', by })
  world.write(folder, 'more.txt', 'more\n')
  expect(await world.worktrees.takeIn(key, { ...incoming, commit: other.commit })).toEqual({
    is: 'conflicting',
    paths: ['own.txt'],
  })
  expect([status(tree), world.read(folder, 'own.txt')]).toEqual(['', 'own\n'])
  expect(types(key).filter((type) => type === 'worktree.merged')).toHaveLength(1)
})
