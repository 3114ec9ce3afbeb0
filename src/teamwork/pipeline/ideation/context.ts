import type { Inbox, readTriggers } from '../../../core/inbox/index.ts'
import type { Rulings } from '../../../core/rulings/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Environment } from '../../../platform/config/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Stages } from '../stage/stage.ts'
import type { IdeaRows } from './rows.ts'

/** What ideas are made from. */
export interface IdeaDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'warn'>
  environment: Pick<Environment, 'home'>
  inbox: Pick<Inbox, 'raise' | 'view' | 'dismiss'>
  rulings: Pick<Rulings, 'keep'>
  stages: Stages
}

/** The questions of the role, as its file has them. */
export type Triggers = ReturnType<typeof readTriggers>

export interface IdeaContext extends IdeaDeps {
  rows: IdeaRows
  triggers: Triggers
}

/** The key of the role, and the name that its questions go by. */
export const ideation = 'ideation'

/** Whose ideas they are: a home has one person. */
export const person = 'user'
