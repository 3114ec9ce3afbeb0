import type { Clock } from '../../platform/clock/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Reach } from './reach.ts'
import type { WikiRepository } from './repository.ts'
import type { WikiRows } from './rows.ts'

/** What the functions about one wiki in git work with. */
export interface WikiContext {
  project: string
  repository: WikiRepository
  rows: WikiRows
  log: Pick<EventLog, 'write'>
  clock: Clock
  /** Rejects while the disk of the repository does not answer. */
  reach: Reach
  logger: Pick<Logger, 'info' | 'warn'>
  /** Called at each step of a change, so that a test can end the process there. */
  at: (step: string) => void
}
