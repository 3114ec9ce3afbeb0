import type { SessionId, TurnEnding, TurnId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

/** What others read of turns; the tables are ours alone. */
export interface PastTurns {
  /** The number of a turn and its words. */
  words(turn: TurnId): { n: number; message: string; answer: string } | undefined
  /** The turns that have not ended. */
  open(): TurnId[]
}

/** Which turns, newest first; null fits all. */
export interface TurnsWanted {
  team: string | null
  from: string | null
  how: TurnEnding | null
  /** Turns before this one. */
  before: TurnId | null
  limit: number
}

/** A turn that fits. */
export interface FoundTurnRow {
  n: number
  id: TurnId
  session: SessionId
  caller: string
  team: string
  how: TurnEnding | null
  acceptedAt: number
  deliveredAt: number | null
  cost: number | null
  rehearsed: number
  /** How its message begins. */
  opening: string
}

export function createPastTurns(sql: Sql): PastTurns {
  const words = sql.prepare<{ n: number; message: string; answer: string }>(
    "SELECT n, message, coalesce(answer, '') AS answer FROM turn WHERE id = ?",
  )
  const open = sql.prepare<{ id: TurnId }>('SELECT id FROM turn WHERE endedAt IS NULL')
  return { words: (turn) => words.get(turn), open: () => open.all().map(({ id }) => id) }
}

/** Finds turns; with `among`, a query for numbers that takes one value, only those. */
export function createTurnFinder(
  sql: Sql,
  among?: string,
): (wanted: TurnsWanted, value?: string) => FoundTurnRow[] {
  const found = sql.prepare<FoundTurnRow>(
    `SELECT turn.n, turn.id, turn.session, session.caller, session.team, turn.how, turn.acceptedAt, turn.deliveredAt,
       turn.cost, turn.rehearsed, substr(turn.message, 1, 200) AS opening
     FROM turn JOIN session ON session.id = turn.session
     WHERE ${among === undefined ? '' : `turn.n IN (${among}) AND`}
       (? IS NULL OR session.team = ?) AND (? IS NULL OR session.caller = ?) AND (? IS NULL OR turn.how = ?)
       AND turn.n < coalesce((SELECT n FROM turn WHERE id = ?), 9e15)
     ORDER BY turn.n DESC LIMIT ?`,
  )
  return ({ team, from, how, before, limit }, value) =>
    found.all(...(value === undefined ? [] : [value]), team, team, from, from, how, how, before, limit)
}
