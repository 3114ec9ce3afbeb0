import type { Checks, PlanningDeps } from '../../../core/checks/index.ts'
import type { Inbox, readTriggers } from '../../../core/inbox/index.ts'
import type { Rulings } from '../../../core/rulings/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Tasks } from '../../../core/tasks/index.ts'
import type { Worktrees } from '../../../core/worktrees/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../../../platform/config/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import type { Projects } from '../../../platform/projects/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Work } from '../../work/index.ts'
import type { ValidationRows } from './rows.ts'

/** What validations are made from. */
export interface ValidationDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
  config: () => Pick<CompiledConfig, 'teams' | 'pipeline'>
  environment: Pick<Environment, 'variables'>
  projects: Projects
  inbox: Pick<Inbox, 'raise' | 'view' | 'withdrawOne'>
  rulings: Pick<Rulings, 'keep'>
  tasks: Pick<Tasks, 'get' | 'list' | 'teamsOf' | 'create'>
  worktrees: Pick<Worktrees, 'workplace'>
  checks: Pick<Checks, 'run' | 'settled' | 'get' | 'output' | 'findings' | 'cancel'>
  work: Pick<Work, 'get' | 'inCheckout' | 'changedFiles' | 'clearCheckout'>
}

/** What the functions of this folder work with. */
export interface ValidationContext extends ValidationDeps {
  rows: ValidationRows
  planning: PlanningDeps
  triggers: ReturnType<typeof readTriggers>
  signal: AbortSignal
}
