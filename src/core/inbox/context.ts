import { IrisError, type AskId, type SessionId, type TurnId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Learning } from './answering/learning.ts'
import type { Rights } from './answering/policy.ts'
import type { AskRow, Rows } from './rows.ts'
import type { Grants } from './answering/grants.ts'

/** What the functions of this folder work with. */
export interface InboxContext extends Rights {
  rows: Rows
  log: EventLog
  clock: Clock
  grants: Grants
  learning: Learning
  /** Whether agents use their own judgment in a team. */
  usesJudgment: (team: string) => boolean
  /** An ask is open from now on: something may fall due earlier than what was next. */
  filed: () => void
  /** An ask was closed, and that is committed: waiting calls and agents learn of it. */
  settled: (ask: AskRow) => Promise<void>
}

export function findAsk({ rows }: Pick<InboxContext, 'rows'>, id: AskId): AskRow {
  const ask = rows.byId.get(id)
  if (!ask) throw new IrisError('NOT_FOUND', `There is no ask ${id}.`)
  return ask
}

/** Whom the events of an ask are about. */
export function subjectOf({ session, turn }: Pick<AskRow, 'session' | 'turn'>): {
  session?: SessionId
  turn?: TurnId
} {
  return { ...(session ? { session } : {}), ...(turn ? { turn } : {}) }
}
