import type { FoundTurn, SessionId, TurnEnding, TurnId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog, Migrations } from '../store/index.ts'
import { matchOf } from './match.ts'
import { createProblems, type Problems } from './problems.ts'

export const historyMigrations: Migrations = {
  owner: 'history',
  steps: [
    // The texts stay in their own table; only the index of their words is kept here.
    `CREATE VIRTUAL TABLE turn_words USING fts5(message, answer, content = 'turn', content_rowid = 'n');
     CREATE TABLE turn_indexed (n INTEGER PRIMARY KEY) STRICT;`,
    `CREATE TABLE problem_event (
       session TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (session, seq)
     ) STRICT, WITHOUT ROWID;`,
  ],
}

/** How long who looks for something waits until it can be found. */
const patience = 1000

/** What to look for; without words, the newest turns that fit the rest. */
export interface HistoryQuery {
  words?: string
  team?: string
  from?: string
  how?: TurnEnding
  /** Turns before this one. */
  before?: TurnId
  limit: number
}

/** Finds turns by their words, and the problems of a session. It follows the log, so it is a moment behind and never in the way of a tell. */
export interface History {
  find(query: HistoryQuery): { turns: Omit<FoundTurn, 'waitingFor'>[]; next: TurnId | null }
  findProblem: Problems['find']
  /** Resolves once all that is in the log can be found, or after a second: who asks does not wait for a whole log. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

interface FoundRow {
  id: TurnId
  session: SessionId
  caller: string
  team: string
  how: TurnEnding | null
  acceptedAt: number
  deliveredAt: number | null
  cost: number | null
  rehearsed: number
  snippet: string
}

export function createHistory({ sql, log }: { sql: Sql; log: EventLog }): History {
  const find = createFinder(sql)
  const indexed = sql.prepare('INSERT OR IGNORE INTO turn_indexed SELECT n FROM turn WHERE id = ?')
  const index = sql.prepare(
    "INSERT INTO turn_words (rowid, message, answer) SELECT n, message, coalesce(answer, '') FROM turn WHERE id = ?",
  )
  const following = log.follow({
    name: 'history',
    types: ['turn.ended'],
    async handle({ turn }) {
      if (turn === undefined) return
      await log.writeBatched(() => {
        // Who sees an event twice must not index it twice.
        if (indexed.run(turn).changes > 0) index.run(turn)
      })
    },
  })
  const problems = createProblems({ sql, log })
  return {
    find,
    findProblem: (wanted) => problems.find(wanted),
    async caughtUp() {
      await Promise.all([following.caughtUp(patience), problems.caughtUp(patience)])
    },
    async close() {
      await Promise.all([following.close(), problems.close()])
    },
  }
}

function createFinder(sql: Sql): History['find'] {
  const columns = `turn.id, turn.session, session.caller, session.team, turn.how, turn.acceptedAt, turn.deliveredAt, turn.cost, turn.rehearsed`
  const filters = `(? IS NULL OR session.team = ?) AND (? IS NULL OR session.caller = ?) AND (? IS NULL OR turn.how = ?)
    AND turn.n < coalesce((SELECT n FROM turn WHERE id = ?), 9e15) ORDER BY turn.n DESC LIMIT ?`
  const byWords = sql.prepare<FoundRow>(
    `SELECT ${columns}, snippet(turn_words, -1, char(2), char(3), '…', 24) AS snippet
     FROM turn_words JOIN turn ON turn.n = turn_words.rowid JOIN session ON session.id = turn.session
     WHERE turn_words MATCH ? AND ${filters}`,
  )
  const newest = sql.prepare<FoundRow>(
    `SELECT ${columns}, substr(turn.message, 1, 200) AS snippet
     FROM turn JOIN session ON session.id = turn.session WHERE ${filters}`,
  )
  return ({ words, team = null, from = null, how = null, before = null, limit }) => {
    const match = words === undefined ? '' : matchOf(words)
    const rest = [team, team, from, from, how, how, before, limit]
    const rows = match === '' ? newest.all(...rest) : byWords.all(match, ...rest)
    return {
      turns: rows.map(toFound),
      next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    }
  }
}

function toFound({ id, caller, team, cost, rehearsed, ...same }: FoundRow): Omit<FoundTurn, 'waitingFor'> {
  return { ...same, turn: id, from: caller, to: team, costUsd: cost, rehearsed: rehearsed === 1 }
}
