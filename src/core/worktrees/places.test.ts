import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Worktree } from '../../contract/index.ts'
import { openWorktreeWorld, plainSettings, startRepository, type WorktreeWorld } from './world.suite.ts'

let world: WorktreeWorld
let shop: string
beforeAll(() => {
  world = openWorktreeWorld()
  shop = join(world.folder, 'shop')
})
afterAll(() => world.end())

const by = 'user'
const made = async (team = 'shop'): Promise<Worktree> =>
  world.worktrees.make((await world.add('Work', team)).key, { team, by })
const refusal = async (team: string): Promise<unknown> => made(team).catch((error: unknown) => error)
const saying = (code: string, words: RegExp) =>
  expect.objectContaining({ code, message: expect.stringMatching(words) })

test('[WTR7] what has no worktrees says so, with the way out', async () => {
  world.team('plain')
  expect(await refusal('plain')).toEqual(saying('WORKTREE_IMPOSSIBLE', /in no git repository\. `git init`/))
  world.git(world.team('empty'), 'init', '--quiet')
  expect(await refusal('empty')).toEqual(saying('WORKTREE_IMPOSSIBLE', /no commit on main yet/))
  world.team('far', { remote: ['ssh', 'you@build.example'] })
  expect(await refusal('far')).toEqual(saying('WORKTREE_IMPOSSIBLE', /far is on another machine/))
  startRepository(world, world.team('named'))
  world.git(join(world.folder, 'named'), 'branch', 'task')
  expect(await refusal('named')).toEqual(saying('WORKTREE_IMPOSSIBLE', /git branch -m task another-name/))
  const { key } = await world.add()
  world.git(shop, 'worktree', 'add', '--quiet', '-b', `task/${key}`, join(world.folder, 'mine'))
  await expect(world.worktrees.make(key, { by })).rejects.toThrow(/is checked out in .*mine/)
})

test('[WTR2] an existing branch is used where it stands, and the remote’s main is fetched', async () => {
  const { key } = await world.add()
  world.git(shop, 'checkout', '--quiet', '-b', `task/${key}`)
  world.write(shop, 'begun.txt')
  world.git(shop, 'add', '--all')
  world.git(shop, 'commit', '--quiet', '--message', 'begun')
  world.git(shop, 'checkout', '--quiet', 'main')
  const { folder, base } = await world.worktrees.make(key, { by })
  expect([existsSync(join(folder, 'begun.txt')), base]).toEqual([
    true,
    world.git(shop, 'rev-parse', 'main').trim(),
  ])

  const [origin, clone] = [join(world.folder, 'origin'), join(world.folder, 'clone')]
  world.git(world.folder, 'clone', '--quiet', shop, origin)
  world.git(world.folder, 'clone', '--quiet', origin, clone)
  world.write(origin, 'newer.txt')
  world.git(origin, 'add', '--all')
  world.git(origin, 'commit', '--quiet', '--message', 'newer')
  world.team('clone', { path: clone })
  world.settings = { ...plainSettings, base: 'remote' }
  const newer = await made('clone')
  expect([existsSync(join(newer.folder, 'newer.txt')), newer.warnings]).toEqual([true, []])
  rmSync(origin, { recursive: true })
  expect((await made('clone')).warnings).toEqual([
    expect.stringMatching(/^It begins at origin\/main as it was last fetched: /),
  ])
  world.settings = plainSettings
})

test('[WTR1] a bare repository, a folder in a repository, and spaces and letters of any kind have worktrees', async () => {
  const bare = join(world.folder, 'bare.git')
  world.git(world.folder, 'clone', '--quiet', '--bare', shop, bare)
  world.team('bare', { path: bare })
  const inBare = await made('bare')
  expect(inBare).toMatchObject({
    state: 'ready',
    folder: join(bare, '.worktrees', `agent-task-${inBare.key}`),
  })

  const odd = world.team('odd', { path: join(world.folder, 'ein Föhn [1] #日本') })
  startRepository(world, odd)
  world.team('inner', { path: join(odd, 'pack age') })
  world.settings = { ...plainSettings, worktrees: 'my trees/#1 [x]' }
  const tree = await made('inner')
  expect(tree.workFolder).toBe(join(odd, 'my trees/#1 [x]', `agent-task-${tree.key}`, 'pack age'))
  expect(world.git(odd, 'status', '--porcelain')).toBe('')
  world.settings = plainSettings
  world.write(tree.folder, 'Ünï "code"\n.txt', 'kept\n')
  await world.worktrees.rescue(tree.key, { reason: 'x', by })
  expect(world.git(odd, 'show', `${tree.branch}:Ünï "code"\n.txt`)).toBe('kept\n')
  await world.worktrees.remove(tree.key, by)
  expect(existsSync(tree.folder)).toBe(false)
})

test('[WTR5] [WTR6] the set-up runs with the team’s variables, its failure is kept and tried again', async () => {
  world.team('shop', { checks: { env: { API_KEY: 'of the team' } } })
  world.write(shop, '.env', 'SECRET=1\n')
  world.write(shop, 'notes.txt')
  world.settings = {
    ...plainSettings,
    copy: ['.env'],
    setup: 'echo "$API_KEY" > key.log; cat .env; test -f ready.log',
  }
  const first = await made()
  expect(first).toMatchObject({ state: 'unready', setUp: { isOk: false, words: 'The set-up ended with 1.' } })
  expect(first.warnings).toEqual(['Agents can read the copies in it: .env.'])
  expect(world.read('/', first.setUp?.output ?? '')).toContain('SECRET=1\n')
  expect(world.read(first.folder, 'key.log')).toBe('of the team\n')
  world.write(first.folder, 'ready.log')
  world.write(first.folder, 'a.txt', 'worked meanwhile\n')
  expect(await world.worktrees.make(first.key, { by })).toMatchObject({
    state: 'ready',
    setUp: { isOk: true },
  })
  expect(world.read(first.folder, 'a.txt')).toBe('worked meanwhile\n')

  world.settings = { ...plainSettings, setup: 'sleep 60 & sleep 60', setupTimeout: 200 }
  expect((await made()).setUp?.words).toMatch(/took longer than 0\.2 s and was ended/)
  world.settings = { ...plainSettings, copy: ['notes.txt'] }
  expect((await made()).setUp?.words).toMatch(/notes\.txt of git\.copy is not ignored by git/)
  world.settings = plainSettings
})

test.runIf(process.platform === 'linux')(
  '[WTR5] what a set-up left that did not succeed is ended before the next one, and at the next start',
  async () => {
    const isAlive = (pid: string): boolean => existsSync(join('/proc', pid.trim(), 'cwd'))
    world.settings = {
      ...plainSettings,
      setup: 'sleep 60 > /dev/null 2>&1 & echo $! > pid.log; test -f ok.log',
    }
    const tree = await made()
    const first = world.read(tree.folder, 'pid.log')
    expect([tree.state, isAlive(first)]).toEqual(['unready', true])
    await world.worktrees.make(tree.key, { by })
    const second = world.read(tree.folder, 'pid.log')
    expect([isAlive(first), isAlive(second)]).toEqual([false, true])
    await world.close()
    world.open()
    await world.worktrees.reconciled
    expect(isAlive(second)).toBe(false)
    world.write(tree.folder, 'ok.log')
    expect((await world.worktrees.make(tree.key, { by })).state).toBe('ready')
    const service = world.read(tree.folder, 'pid.log')
    await world.close()
    world.open()
    await world.worktrees.reconciled
    expect(isAlive(service)).toBe(true)
    process.kill(Number(service))
    world.settings = plainSettings
  },
)

test('[WTR4] Iris acts in no folder that it did not make', async () => {
  const { key } = await world.add()
  const folder = join(shop, '.worktrees', `agent-task-${key}`)
  mkdirSync(folder, { recursive: true })
  await expect(world.worktrees.make(key, { by })).rejects.toMatchObject({ code: 'WORKTREE_FOREIGN' })
  rmSync(folder, { recursive: true })
  const tree = await world.worktrees.make(key, { by })
  renameSync(tree.folder, join(world.folder, 'elsewhere'))
  symlinkSync(join(world.folder, 'elsewhere'), tree.folder)
  for (const deed of [
    () => world.worktrees.rescue(key, { reason: 'x', by }),
    () => world.worktrees.checkpoint(key, { note: '', by }),
    () => world.worktrees.remove(key, by),
  ])
    await expect(deed()).rejects.toMatchObject({ code: 'WORKTREE_FOREIGN' })
  rmSync(tree.folder)
  renameSync(join(world.folder, 'elsewhere'), tree.folder)
  const gitDir = join(shop, '.git', 'worktrees', `agent-task-${key}`)
  world.write(
    gitDir,
    'iris-owner',
    JSON.stringify({ ...JSON.parse(world.read(gitDir, 'iris-owner')), home: '/other' }),
  )
  await expect(world.worktrees.remove(key, by)).rejects.toMatchObject({ code: 'WORKTREE_FOREIGN' })
})

test('[WTR19] a worktree deleted by hand is made again, rescued and removed', async () => {
  const tree = await made()
  world.write(tree.folder, 'kept.txt', 'kept\n')
  const { commit } = await world.worktrees.checkpoint(tree.key, { note: '', by })
  rmSync(tree.folder, { recursive: true })
  expect(await world.worktrees.get(tree.key)).toMatchObject({ state: 'missing', saved: 'open' })
  expect(await world.worktrees.make(tree.key, { by })).toMatchObject({ state: 'ready' })
  expect(world.read(tree.folder, 'kept.txt')).toBe('kept\n')
  expect(world.git(tree.folder, 'status', '--porcelain', '--branch')).toBe(`## ${tree.branch}\n`)
  rmSync(tree.folder, { recursive: true })
  expect((await world.worktrees.rescue(tree.key, { reason: 'x', by })).rescue).toMatchObject({ commit })
  await world.worktrees.remove(tree.key, by)
  expect(world.git(shop, 'rev-parse', tree.branch).trim()).toBe(commit)
  expect(world.git(shop, 'worktree', 'list')).not.toContain(`agent-task-${tree.key} `)
})

test('[WTR19] an index.lock that was left behind is moved aside, a fresh one is respected', async () => {
  const tree = await made()
  const gitDir = join(shop, '.git', 'worktrees', `agent-task-${tree.key}`)
  world.write(gitDir, 'index.lock', '')
  const long = new Date(Date.now() - 3_600_000)
  utimesSync(join(gitDir, 'index.lock'), long, long)
  world.write(tree.folder, 'kept.txt')
  await world.worktrees.checkpoint(tree.key, { note: '', by })
  expect(world.git(tree.folder, 'status', '--porcelain')).toBe('')
  world.write(gitDir, 'index.lock', '')
  world.write(tree.folder, 'more.txt')
  await expect(world.worktrees.checkpoint(tree.key, { note: '', by })).rejects.toMatchObject({
    code: 'WORKTREE_BUSY',
  })
  expect(existsSync(join(gitDir, 'index.lock'))).toBe(true)
})

test('[WTR18] a worktree that Iris forgot is taken in and rescued at the next start', async () => {
  const tree = await made()
  world.write(tree.folder, 'orphan.txt', 'kept\n')
  world.sql.prepare('DELETE FROM worktree WHERE task = ?').run(tree.task)
  await world.close()
  world.open()
  await world.worktrees.reconciled
  expect(await world.worktrees.get(tree.key)).toMatchObject({
    folder: tree.folder,
    rescue: { uncovered: [] },
  })
  expect(world.git(shop, 'show', `${tree.branch}:orphan.txt`)).toBe('kept\n')
  const types = world
    .events()
    .flatMap(({ type, data }) => ('key' in data && data.key === tree.key ? [type] : []))
  expect(types.slice(-2)).toEqual(['worktree.found', 'worktree.rescued'])
})
