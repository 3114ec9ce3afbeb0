import { join } from 'node:path'
import type { UxId } from '../../../contract/index.ts'
import type { Inbox, readTriggers } from '../../../core/inbox/index.ts'
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
import type { UxRows } from './rows.ts'

/** What UX tests are made from. */
export interface UxDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
  config: () => Pick<CompiledConfig, 'teams' | 'pipeline'>
  environment: Pick<Environment, 'variables' | 'home'>
  projects: Projects
  starter: Pick<Starter, 'runInGroup'>
  inbox: Pick<Inbox, 'raise' | 'view' | 'withdrawOne'>
  rulings: Pick<Rulings, 'keep'>
  tasks: Pick<Tasks, 'create' | 'list' | 'projectSeen'>
  work: Pick<Work, 'get' | 'inCheckout' | 'clearCheckout'>
}

/** What the functions of this folder work with. */
export interface UxContext extends UxDeps {
  rows: UxRows
  triggers: ReturnType<typeof readTriggers>
  signal: AbortSignal
}

/** Where the pictures of a UX test are. */
export function folderOf({ environment }: Pick<UxContext, 'environment'>, ux: UxId): string {
  return join(environment.home, 'ux', ux)
}

/** What marks everything that a UX test starts. */
export const markOf = (ux: UxId): string => `IRIS_UX_MARK=${ux}`
