import {
  IrisError,
  type CallOutput,
  type SessionId,
  type TakenLease,
  type TaskId,
} from '../../contract/index.ts'
import { createMoments, type Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Rulings } from '../rulings/index.ts'
import type { Append, EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import { planned } from './changed-plan.ts'
import { assertLease, checkpoint } from './checkpoints.ts'
import type { LeasesContext } from './context.ts'
import { endWith, release } from './ending.ts'
import { createLeaseRows, type WorkerRow } from './rows.ts'
import { settleAll } from './settling.ts'
import { createSpans } from './spans.ts'
import { take } from './taking.ts'
import { createPatience } from './patience.ts'
import { listLeases, standingsOf, takenBy, type LeaseStandings } from './views.ts'
import { createWatch } from './watch.ts'
import { look, register, sessionEnded, type NewWorker } from './workers.ts'

/** Who may write which files. */
export interface Leases {
  list(project: string | undefined): CallOutput<'listLeases'>
  /** Whether any task waits for files. */
  isAwaited(): boolean
  /** The numbers of the leases of a project, who waits there, and who is to give way: what is asked at every look. */
  standings(project: string): LeaseStandings
  /** A task gets its worker. */
  register(task: TaskId, worker: NewWorker): WorkerRow
  /** Takes all files of a task, or waits for them, for a while when told to. */
  take(
    task: TaskId,
    by: { session: SessionId | null; waitMs: number; signal: AbortSignal },
  ): Promise<TakenLease>
  /** Somebody still wants the files that a task waits for: its time begins anew. */
  renew(task: TaskId): void
  /** Throws `LEASE_STALE` for every number but that of the lease in force: before a checkpoint, before a commit. */
  assertLease(task: TaskId, fence: number): void
  /** Work is saved here, so a more urgent task may get the files now. */
  checkpoint(task: TaskId, fence: number): CallOutput<'checkpointLease'>
  release(task: TaskId, by: string): { fence: number | null }
  /** Gives free files to who waits for them, and lets one of each deadlock give way; nothing is lost by it. */
  settle(append: Append): void
  /** What a task writes has changed: one that waits may wait for less, and one that holds files may need fewer. */
  planned(task: TaskId, append: Append): void
  /** The task is no longer worked on. */
  endWith(task: TaskId, append: Append): void
  sessionEnded(session: SessionId, append: Append): void
  /** From now on leases are granted and end; first those of workers that live are renewed. */
  start(): void
  close(): void
}

export function createLeases(deps: {
  sql: Sql
  log: Pick<EventLog, 'write'>
  clock: Clock
  tasks: Pick<Tasks, 'get'>
  rulings: Pick<Rulings, 'keep'>
  standingOf: LeasesContext['standingOf']
  logger: Pick<Logger, 'warn'>
}): Leases {
  const { sql, clock, tasks } = deps
  const patience = createPatience(clock)
  let state: 'waiting' | 'started' | 'closed' = 'waiting'
  const context: LeasesContext = {
    ...deps,
    moments: createMoments(clock),
    rows: createLeaseRows(sql),
    spans: createSpans(clock),
    isStarted: () => state === 'started',
    wake: (task) => patience.wake(task),
  }
  const { rows } = context
  const watch = createWatch(context, deps.logger)
  return {
    list: (project) => listLeases(context, project),
    isAwaited: () => rows.waits().length > 0,
    standings: (project) => standingsOf(context, project),
    register: (task, worker) => register(context, tasks.get(task), worker),
    async take(task, { session, waitMs, signal }) {
      const taken = take(context, tasks.get(task), session)
      watch.goOn()
      if (taken.status === 'held' || waitMs === 0) return taken
      await patience.until(task, { waitMs, signal, isOver: () => !rows.wait(task) })
      if (!rows.wait(task) && !rows.lease(task))
        throw new IrisError('LEASE_UNKNOWN', 'It no longer waits for its files: somebody ended that.')
      return takenBy(context, task)
    },
    renew: (task) => context.spans.renew(task),
    assertLease: (task, fence) => void assertLease(context, task, fence),
    checkpoint: (task, fence) => checkpoint(context, task, fence),
    release: (task, by) => release(context, task, by),
    settle: (append) => settleAll(context, append),
    planned: (task, append) => planned(context, tasks.get(task), append),
    endWith: (task, append) => endWith(context, task, append),
    sessionEnded: (session, append) => sessionEnded(context, session, append),
    start() {
      if (state !== 'waiting') return
      state = 'started'
      look(context, { isFirst: true })
      watch.goOn()
    },
    close() {
      state = 'closed'
      watch.close()
      patience.close()
    },
  }
}
