import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openWorktreeWorld,
  startRepository,
  type WorktreeWorld,
} from '../../src/core/worktrees/world.suite.ts'
import { bundled } from '../bundle/sources.ts'
import { fillUp } from '../support/full-disk.ts'
import { pointsOf } from '../support/points.ts'

type Deed = 'make' | 'checkpoint' | 'take in' | 'return' | 'rescue' | 'remove'
interface Point {
  deed: Deed
  step: string
  /** What a git that was killed leaves half done. */
  tears?: 'removal' | 'files'
}

const steps: Record<Deed, string[]> = {
  make: ['planned', 'excluded', 'branch', 'added', 'owned', 'filled', 'set up'],
  checkpoint: ['intended', 'captured', 'committed', 'moved', 'indexed'],
  'take in': ['switched', 'moved'],
  return: ['intended', 'captured', 'kept', 'patched', 'recorded', 'indexed', 'switched', 'moved'],
  rescue: ['intended', 'captured', 'committed', 'moved', 'indexed', 'saved'],
  remove: ['intended', 'removed'],
}
const deeds: Deed[] = ['make', 'checkpoint', 'take in', 'return', 'rescue', 'remove']
const points: Point[] = [
  ...deeds.flatMap((deed) => steps[deed].map((step) => ({ deed, step: `${deed}: ${step}` }))),
  { deed: 'remove', step: 'remove: intended', tears: 'removal' },
  { deed: 'return', step: 'return: indexed', tears: 'files' },
]

const program = bundled(join(import.meta.dirname, '..', 'support', 'worktree-deed.ts'))
const by = 'user'
let world: WorktreeWorld
let shop: string
beforeAll(() => {
  world = openWorktreeWorld()
  shop = join(world.folder, 'shop')
  world.write(shop, 'b.txt', 'b\n')
  world.git(shop, 'add', '--all')
  world.git(shop, 'commit', '--quiet', '--message', 'two')
  world.git(shop, 'branch', 'part')
  world.git(shop, 'worktree', 'add', '--quiet', join(world.folder, 'part'), 'part')
  world.write(join(world.folder, 'part'), 'part.txt', 'by a worker\n')
  world.git(join(world.folder, 'part'), 'add', '--all')
  world.git(join(world.folder, 'part'), 'commit', '--quiet', '--message', 'part')
})
afterAll(() => world.end())

/** What the agent left, which must be somewhere afterwards: in a file of the worktree, or in a commit that a ref keeps. */
const left = { 'a.txt': 'changed by the agent\n', 'never seen.txt': 'untracked\n' }

/** A task as it is before the deed: committed work, and work that only the folder has. */
async function prepare(deed: Deed): Promise<{ key: string; commit: string | undefined }> {
  const { key } = await world.add()
  if (deed === 'make') return { key, commit: undefined }
  const { folder } = await world.worktrees.make(key, { by })
  await world.worktrees.checkpoint(key, { note: 'first', by })
  world.write(folder, 'committed.txt')
  world.git(folder, 'add', '--all')
  world.git(folder, 'commit', '--quiet', '--message', 'by the agent')
  const commit = world.git(folder, 'rev-parse', 'HEAD').trim()
  if (deed === 'remove') await world.worktrees.rescue(key, { reason: 'x', by })
  else for (const [file, text] of Object.entries(left)) world.write(folder, file, text)
  return { key, commit }
}

function isKept(key: string, file: string, text: string): boolean {
  const path = join(shop, '.worktrees', `agent-task-${key}`, file)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return true
  const refs = world.git(
    shop,
    'for-each-ref',
    '--format=%(refname)',
    `refs/iris/${key}`,
    `refs/heads/task/${key}`,
  )
  return refs.split('\n').some((ref) => {
    const shown = spawnSync('git', ['show', `${ref}:${file}`], { cwd: shop, encoding: 'utf8' })
    return ref !== '' && shown.stdout === text
  })
}

function nothingIsLost(deed: Deed, { key, commit }: { key: string; commit: string | undefined }): void {
  if (commit) expect(world.git(shop, 'for-each-ref', '--contains', commit)).not.toBe('')
  if (deed === 'make' || deed === 'remove') return
  for (const [file, text] of Object.entries(left))
    expect([file, isKept(key, file, text)]).toEqual([file, true])
}

const partOf = (): string => world.git(shop, 'rev-parse', 'part').trim()

const again: Record<Deed, (key: string) => Promise<unknown>> = {
  make: (key) => world.worktrees.make(key, { by }),
  checkpoint: (key) => world.worktrees.checkpoint(key, { note: 'again', by }),
  'take in': (key) => world.worktrees.takeIn(key, { commit: partOf(), what: 'shop-b2', by }),
  return: (key) => world.worktrees.returnTo(key, { by }),
  rescue: (key) => world.worktrees.rescue(key, { reason: 'again', by }),
  remove: (key) => world.worktrees.remove(key, by),
}

test('[WTR17] [WTR18] a kill at any step of a deed loses nothing, and the deed can be done again', async () => {
  for (const { deed, step, tears } of pointsOf('kills of worktrees', points)) {
    const task = await prepare(deed)
    await world.close()
    const args = [program, world.folder, deed, task.key, step, tears ?? '']
    const child = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect([step, child.signal, child.stderr]).toEqual([step, 'SIGKILL', ''])
    nothingIsLost(deed, task)
    world.open()
    await world.worktrees.reconciled
    nothingIsLost(deed, task)
    const isGone = deed === 'remove' && !existsSync(join(shop, '.worktrees', `agent-task-${task.key}`))
    if (!isGone) await again[deed](task.key)
    nothingIsLost(deed, task)
    if (deed !== 'remove') {
      const { folder } = await world.worktrees.make(task.key, { by })
      expect([step, world.git(folder, 'status', '--porcelain')]).toEqual([step, ''])
      expect(world.read(folder, 'b.txt')).toBe('b\n')
      if (deed === 'take in') expect(world.read(folder, 'part.txt')).toBe('by a worker\n')
    }
    expect([step, world.sql.prepare('SELECT * FROM worktree_intent').all()]).toEqual([step, []])
    expect([step, world.git(shop, 'fsck', '--no-progress', '--no-dangling')]).toEqual([step, ''])
  }
}, 900_000)

const isRoot = process.getuid?.() === 0 && process.platform === 'linux'

// Only root may mount a small disk.
test.skipIf(!isRoot)(
  '[WTR19] on a full disk a deed says so and loses nothing, and is done once there is room',
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'iris-small-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
    try {
      const path = world.team('small', { path: join(disk, 'repository') })
      startRepository(world, path)
      const { key, folder, branch } = await world.worktrees.make((await world.add('Work', 'small')).key, {
        by,
      })
      const work = randomBytes(100_000).toString('hex')
      world.write(folder, 'work.txt', work)
      const filler = fillUp(join(disk, 'filler'))
      for (const deed of [again.checkpoint, again.rescue])
        await expect(deed(key)).rejects.toMatchObject({ code: 'DISK_FULL' })
      const next = (await world.add('Next', 'small')).key
      await expect(world.worktrees.make(next, { by })).rejects.toMatchObject({ code: 'DISK_FULL' })
      expect(world.read(folder, 'work.txt')).toBe(work)
      rmSync(filler)
      await world.worktrees.checkpoint(key, { note: '', by })
      expect(world.git(path, 'show', `${branch}:work.txt`)).toBe(work)
      expect(await world.worktrees.make(next, { by })).toMatchObject({ state: 'ready' })
      expect(world.git(path, 'fsck', '--no-progress', '--no-dangling')).toBe('')
    } finally {
      execFileSync('umount', ['-l', disk])
      rmSync(disk, { recursive: true })
    }
  },
)
