import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  IrisError,
  newId,
  type Build,
  type BuildOutcome,
  type BuildTask,
  type Event,
  type Lesson,
  type TaskFile,
  type TaskId,
} from '../../../contract/index.ts'
import { createRulings, rulingMigrations } from '../../../core/rulings/index.ts'
import { closeBase, eventsIn, openBase } from '../../../core/store/base.suite.ts'
import { manualClock, type ManualClock } from '../../../platform/clock/index.ts'
import { runToEnd } from '../../../platform/process/index.ts'
import type { ReviewDeps } from './context.ts'
import { reviewMigrations } from './migrations.ts'
import { createReviews, type Reviews } from './reviews.ts'

/** A task as a test says how it went: what it planned, what it wrote, and which checks failed. */
interface Played {
  plans?: TaskFile[]
  writes?: Record<string, string>
  failed?: string[]
  lessons?: string[]
  outcome?: 'complete' | 'failed' | 'skipped'
  why?: string
  /** Takes over what is on the branch before it writes, as after a conflict. */
  takesOver?: boolean
}

/** Reviews over a real database and a real repository; builds are as a test says that they went. */
export interface ReviewWorld {
  reviews: Reviews
  clock: ManualClock
  git: (...args: string[]) => string
  /** Plays a build to its end and records that it ended; its review is made unless `isLeft`. */
  build(tasks: readonly Played[], more?: { outcome?: BuildOutcome; isLeft?: boolean }): Promise<Build>
  lessons: Lesson[]
  events(type: string): Event[]
  warned: string[]
  /** Another daemon on the same tables; the one before made nothing more. */
  restart(): Promise<void>
  end(): Promise<void>
}

export function openReviewWorld(): ReviewWorld {
  const folder = mkdtempSync(join(tmpdir(), 'iris-review-'))
  const shop = join(folder, 'shop')
  mkdirSync(shop)
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', shop, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ann')
  git('config', 'user.email', 'ann@example.org')
  git('commit', '-q', '--allow-empty', '-m', 'one')
  const clock = manualClock(Date.UTC(2026, 0, 10))
  const base = openBase(folder, [rulingMigrations, reviewMigrations], clock)
  const builds: Build[] = []
  const played = new Map<string, Played & { key: string; base: string; startedAt: number }>()
  const lessons: Lesson[] = []
  const warned: string[] = []
  const unknown = (): never => {
    throw new IrisError('LESSON_UNKNOWN', 'There is none.')
  }
  const parts = {
    ...base,
    logger: {
      warn: (words: string) => void warned.push(words),
      error: (words: string) => void warned.push(words),
    },
    config: () => ({ teams: new Map([['shop', { path: shop }]]) }),
    environment: { variables: { PATH: process.env['PATH'] ?? '' } },
    starter: { run: runToEnd },
    rulings: createRulings(base),
    work: { get: (name: string) => builds.find(({ build, key }) => name === build || name === key) },
    tasks: {
      get: (task: string) => ({ task, key: played.get(task)?.key, files: played.get(task)?.plans ?? [] }),
      attempts: (task: string) => {
        const { base: from = null, startedAt = 0 } = played.get(task) ?? {}
        return [{ number: 1, startedAt, base: from }]
      },
      projectOf: () => Promise.resolve('shop'),
    },
    checks: {
      list: ({ task }: { task: string }) => ({
        checks: (played.get(task)?.failed ?? []).map((failure) => ({
          state: 'failed',
          failure,
          createdAt: clock.now(),
          endedAt: clock.now(),
        })),
      }),
    },
    lessons: {
      list: () => ({ lessons }),
      get: (id: string) => lessons.find(({ lesson }) => lesson === id) ?? unknown(),
    },
    merges: { list: () => Promise.resolve({ merges: [], next: null }) },
    usage: { usedBy: () => ({ usd: 0.5, tokens: 100 }) },
  }
  // Only what reviews ask is there.
  const deps = parts as unknown as ReviewDeps
  let reviews = createReviews(deps)
  base.log.react(['build.ended'], (event) => event.type === 'build.ended' && reviews.buildEnded(event))

  return {
    get reviews() {
      return reviews
    },
    clock,
    git,
    build,
    lessons,
    events: (type) => eventsIn(base.log).filter((event) => event.type === type),
    warned,
    async restart() {
      await reviews.close()
      reviews = createReviews(deps)
      await reviews.settled()
    },
    async end() {
      await reviews.close()
      await closeBase(base)
      rmSync(folder, { recursive: true })
    },
  }

  async function build(
    tasks: readonly Played[],
    { outcome = 'complete', isLeft = false }: { outcome?: BuildOutcome; isLeft?: boolean } = {},
  ): Promise<Build> {
    const key = `shop-b${builds.length + 1}`
    const branch = `build/${key}`
    const startedAt = clock.now()
    const from = git('rev-parse', 'main')
    git('branch', branch, from)
    const worked = tasks.map((task) => work(task, { branch, from, startedAt }))
    clock.advance(60_000)
    const build = newId('bld', clock.now())
    const made = {
      build,
      key,
      project: 'shop',
      team: 'shop',
      state: outcome,
      why: 'It ended.',
      base: from,
      branch,
      tasks: worked,
      costUsd: tasks.length / 2,
      tokens: tasks.length * 100,
      startedAt,
      endedAt: clock.now(),
    }
    builds.push(made as unknown as Build)
    if (isLeft) await reviews.close()
    base.log.write((append) =>
      append({ type: 'build.ended', data: { build, key, branch, outcome, reason: 'It ended.' } }),
    )
    if (!isLeft) await reviews.settled()
    return made as unknown as Build
  }

  function work(one: Played, of: { branch: string; from: string; startedAt: number }): BuildTask {
    const task = newId('tsk')
    const key = `shop-${played.size + 1}`
    played.set(task, { ...one, key, base: of.from, startedAt: of.startedAt })
    const { outcome = 'complete', writes = {}, lessons: given = [], why = null } = one
    const about = { task, key, title: `Do ${key}`, why, attempts: 1, lessons: given }
    const times = { startedAt: of.startedAt, endedAt: of.startedAt + 30_000 + played.size }
    const commit =
      outcome === 'complete' ? commitOf(task, { ...of, writes, takesOver: one.takesOver === true }) : null
    return { ...about, step: outcome, commit, ...times } as unknown as BuildTask
  }

  function commitOf(
    task: TaskId,
    of: { branch: string; from: string; writes: Record<string, string>; takesOver: boolean },
  ): string {
    const own = `task/${task}`
    git('checkout', '-q', '-b', own, of.from)
    if (of.takesOver) git('merge', '-q', '--no-edit', of.branch)
    for (const [path, text] of Object.entries(of.writes)) {
      mkdirSync(dirname(join(shop, path)), { recursive: true })
      writeFileSync(join(shop, path), text)
    }
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', own)
    git('checkout', '-q', of.branch)
    git('merge', '-q', '--no-edit', own)
    git('checkout', '-q', 'main')
    return git('rev-parse', own)
  }
}
