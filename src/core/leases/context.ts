import type { TaskId } from '../../contract/index.ts'
import type { Clock, Moments } from '../../platform/clock/index.ts'
import type { Rulings } from '../rulings/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import type { LeaseRows, WorkerRow } from './rows.ts'
import type { Spans } from './spans.ts'

/** What Iris sees of a worker: it runs, it waits for a person, it is gone, or there is nothing to be seen. */
export type WorkerStanding = 'running' | 'asking' | 'gone' | 'unknown'

/** What the functions of this folder work with. */
export interface LeasesContext {
  log: Pick<EventLog, 'write'>
  clock: Clock
  moments: Moments
  rows: LeaseRows
  spans: Spans
  tasks: Pick<Tasks, 'get'>
  rulings: Pick<Rulings, 'keep'>
  standingOf: (worker: Pick<WorkerRow, 'session' | 'process'>) => WorkerStanding
  /** Nothing is granted before the workers that live were renewed. */
  isStarted: () => boolean
  /** Whoever waits for news of a task looks again. */
  wake: (task: TaskId) => void
}
