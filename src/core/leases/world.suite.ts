import type { Event, SessionId, Task, TaskFile, TakenLease } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createRulings, rulingMigrations, type Rulings } from '../rulings/index.ts'
import { closeBase, openBase } from '../store/base.suite.ts'
import type { EventLog } from '../store/index.ts'
import { createTasks, taskMigrations, type Tasks } from '../tasks/index.ts'
import type { WorkerStanding } from './context.ts'
import { leasesFeature } from './feature.ts'
import { createLeases, type Leases } from './leases.ts'
import { leaseMigrations } from './migrations.ts'

/** Leases in a real database, with workers that live and die as the test says and a clock that it turns. */
export interface LeaseWorld {
  clock: ManualClock
  log: EventLog
  sql: Sql
  tasks: Tasks
  rulings: Rulings
  leases: Leases
  /** Adds a task that writes these files, with a worker; the worker runs. */
  worker(files: readonly string[], more?: { priority?: number }): Promise<Task>
  register(task: Task): void
  take(task: Task, waitMs?: number): Promise<TakenLease>
  plan(task: Task, files: readonly string[]): void
  see(task: Task, standing: WorkerStanding): void
  holders(): Record<string, string[]>
  events(after?: number): Event[]
  types(): string[]
  /** The daemon is killed, and another begins after a time in which nobody looked. */
  restart(away?: number): void
  end(): Promise<void>
}

const never = new AbortController().signal

export function openLeaseWorld(folder: string, size = 12): LeaseWorld {
  const standings = new Map<string, WorkerStanding>()
  const sessions = new Map<string, SessionId>()
  let clock = manualClock(1_700_000_000_000)
  let count = 0
  let workers = 0
  let made: Promise<unknown> | undefined
  const world: LeaseWorld = {
    ...open(clock),
    clock,
    async worker(files, { priority = 2 } = {}) {
      // All at once, since each call looks where its team works.
      made ??= world.tasks.import({ team: 'shop', path: 'tasks.md', text: manyTasks(size) }, 'user')
      await made
      const name = `shop-${(workers += 1)}`
      world.tasks.declare({ name, by: 'user' }, { files: written(files), isWorker: false })
      const task = world.tasks.prioritize({ name, by: 'user' }, priority)
      world.register(task)
      return task
    },
    register(task) {
      const session = sessions.get(task.task) ?? sessionId((count += 1))
      sessions.set(task.task, session)
      standings.set(session, 'running')
      world.leases.register(task.task, { name: `worker of ${task.key}`, session })
    },
    take: (task, waitMs = 0) =>
      world.leases.take(task.task, { session: sessions.get(task.task) ?? null, waitMs, signal: never }),
    plan: (task, files) =>
      void world.tasks.declare({ name: task.key, by: 'user' }, { files: written(files), isWorker: false }),
    see: (task, standing) => void standings.set(sessions.get(task.task) ?? '', standing),
    holders: () =>
      Object.fromEntries(world.leases.list(undefined).leases.map(({ key, files }) => [key, files])),
    events: (after = 0) => [...world.log.read({ after, limit: 1000 }).events],
    types: () => world.events().map(({ type }) => type),
    restart(away = 0) {
      world.leases.close()
      const date = world.clock.now()
      world.sql.close()
      clock = manualClock(date + away)
      Object.assign(world, open(clock), { clock })
    },
    async end() {
      world.leases.close()
      await closeBase(world)
    },
  }
  return world

  function open(now: ManualClock): Pick<LeaseWorld, 'sql' | 'log' | 'tasks' | 'leases' | 'rulings'> {
    const { projects, ...base } = openBase(folder, [taskMigrations, rulingMigrations, leaseMigrations], now)
    const { sql, log } = base
    const teams = new Map([['shop', { path: folder }]])
    const environment = { PATH: process.env['PATH'] ?? '' }
    const tasks = createTasks({ ...base, projects, environment, teams: () => teams })
    const rulings = createRulings(base)
    const leases = createLeases({
      ...base,
      tasks,
      rulings,
      logger: { warn: () => undefined },
      standingOf: ({ session }) => standings.get(session ?? '') ?? 'running',
    })
    log.react(['task.changed', 'task.planned', 'task.ended'], (event, append) => {
      const { reacts = {} } = leasesFeature
      if (event.type === 'task.changed') reacts['task.changed']?.(leases, event, append)
      if (event.type === 'task.planned') reacts['task.planned']?.(leases, event, append)
      if (event.type === 'task.ended') reacts['task.ended']?.(leases, event, append)
    })
    return { sql, log, tasks, rulings, leases }
  }
}

/** A task file whose tasks wait for nothing. */
const manyTasks = (size: number): string =>
  [
    '# Tasks: many',
    '',
    '## Phase 1: All',
    '',
    ...Array.from(
      { length: size },
      (_, place) => `- [ ] T${String(place + 1).padStart(3, '0')} [P] Do it in src/${place}.ts`,
    ),
  ].join('\n')

const written = (files: readonly string[]): TaskFile[] => files.map((path) => ({ path, action: 'UPDATE' }))

const sessionId = (count: number): SessionId => `ses_${String(count).padStart(26, '0')}`
