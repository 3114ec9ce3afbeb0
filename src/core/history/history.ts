import type { FoundTurn, TurnEnding, TurnId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { createPastTurns, createTurnFinder, type FoundTurnRow } from '../sessions/index.ts'
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
interface HistoryQuery {
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

export function createHistory({ sql, log }: { sql: Sql; log: EventLog }): History {
  const find = createFinder(sql)
  const turns = createPastTurns(sql)
  const indexed = sql.prepare('INSERT OR IGNORE INTO turn_indexed VALUES (?)')
  const index = sql.prepare('INSERT INTO turn_words (rowid, message, answer) VALUES (?, ?, ?)')
  const following = log.follow({
    name: 'history',
    types: ['turn.ended'],
    async handle({ turn }) {
      if (turn === undefined) return
      await log.writeBatched(() => {
        const words = turns.words(turn)
        // Who sees an event twice must not index it twice.
        if (words && indexed.run(words.n).changes > 0) index.run(words.n, words.message, words.answer)
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
  const newest = createTurnFinder(sql)
  const byWords = createTurnFinder(sql, 'SELECT rowid FROM turn_words WHERE turn_words MATCH ?')
  const snippet = sql.prepare<{ snippet: string }>(
    `SELECT snippet(turn_words, -1, char(2), char(3), '…', 24) AS snippet
     FROM turn_words WHERE turn_words MATCH ? AND rowid = ?`,
  )
  return ({ words, team = null, from = null, how = null, before = null, limit }) => {
    const match = words === undefined ? '' : matchOf(words)
    const wanted = { team, from, how, before, limit }
    const rows = match === '' ? newest(wanted) : byWords(wanted, match)
    return {
      turns: rows.map((row) =>
        toFound(row, match === '' ? row.opening : (snippet.get(match, row.n)?.snippet ?? '')),
      ),
      next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    }
  }
}

function toFound(row: FoundTurnRow, snippet: string): Omit<FoundTurn, 'waitingFor'> {
  const { id, session, caller, team, how, acceptedAt, deliveredAt, cost, rehearsed } = row
  const who = { turn: id, session, from: caller, to: team }
  return { ...who, how, acceptedAt, deliveredAt, costUsd: cost, rehearsed: rehearsed === 1, snippet }
}
