import type { Checks } from '../../../core/checks/index.ts'
import type { Inbox, readTriggers } from '../../../core/inbox/index.ts'
import type { Lessons } from '../../../core/knowledge/index.ts'
import type { Rulings } from '../../../core/rulings/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Tasks } from '../../../core/tasks/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../../../platform/config/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import type { Starter } from '../../../platform/process/index.ts'
import type { Projects } from '../../../platform/projects/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Work } from '../../work/index.ts'
import type { Reviews } from '../review/reviews.ts'
import type { Stages } from '../stage/stage.ts'
import type { LearningRows } from './rows.ts'

/** What is learned from. */
export interface LearningDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
  config: () => Pick<CompiledConfig, 'teams' | 'pipeline'>
  environment: Pick<Environment, 'variables'>
  starter: Pick<Starter, 'run'>
  projects: Pick<Projects, 'read' | 'list' | 'exact' | 'replace' | 'remove' | 'makeFolder'>
  inbox: Pick<Inbox, 'raise' | 'view' | 'withdrawOne'>
  rulings: Pick<Rulings, 'keep'>
  tasks: Pick<Tasks, 'attempts' | 'projectOf'>
  checks: Pick<Checks, 'list'>
  lessons: Pick<Lessons, 'record' | 'get' | 'list' | 'confirm' | 'share' | 'end' | 'promoting'>
  work: Pick<Work, 'get' | 'alsoTells'>
  reviews: Pick<Reviews, 'get'>
  stages: Pick<Stages, 'begin' | 'get' | 'stateOf' | 'ended'>
}

/** What the functions of this folder work with. */
export interface LearningContext extends LearningDeps {
  rows: LearningRows
  triggers: ReturnType<typeof readTriggers>
  signal: AbortSignal
}

/** The key of the role, and the name that its questions go by. */
export const roleOfReviews = 'review'
