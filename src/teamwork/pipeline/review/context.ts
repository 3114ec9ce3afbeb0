import type { Checks } from '../../../core/checks/index.ts'
import type { Lessons } from '../../../core/knowledge/index.ts'
import type { Merges } from '../../../core/merges/index.ts'
import type { Rulings } from '../../../core/rulings/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Tasks } from '../../../core/tasks/index.ts'
import type { Usage } from '../../../core/usage/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../../../platform/config/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import type { Starter } from '../../../platform/process/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Work } from '../../work/index.ts'
import type { ReviewRows } from './rows.ts'

/** What reviews are made from. */
export interface ReviewDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
  config: () => Pick<CompiledConfig, 'teams'>
  environment: Pick<Environment, 'variables'>
  starter: Pick<Starter, 'run'>
  rulings: Pick<Rulings, 'rule'>
  work: Pick<Work, 'get'>
  tasks: Pick<Tasks, 'get' | 'attempts' | 'projectOf'>
  checks: Pick<Checks, 'list'>
  lessons: Pick<Lessons, 'list' | 'get'>
  merges: Pick<Merges, 'list'>
  usage: Pick<Usage, 'usedBy'>
}

/** What the functions of this folder work with. */
export interface ReviewContext extends ReviewDeps {
  rows: ReviewRows
  signal: AbortSignal
}
