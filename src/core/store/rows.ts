import type { Event } from '../../contract/index.ts'
import type { Sql, Statement } from '../../platform/sqlite/index.ts'
import { decodeBody } from './body.ts'

/** What to read: events after a number, optionally of some types or one session. */
export interface LogQuery {
  after?: number
  limit?: number
  types?: readonly string[]
  session?: string
}

/** The part of a query that one event can be held against. */
export type LogFilter = Pick<LogQuery, 'types' | 'session'>

interface Row {
  seq: number
  at: number
  type: string
  v: number
  session: string | null
  turn: string | null
  agent: string | null
  enc: number
  body: Uint8Array
}

const columns = 'seq, at, type, v, session, turn, agent, enc, body'
const pageQueries = {
  all: `SELECT ${columns} FROM event WHERE seq > ? ORDER BY seq LIMIT ?`,
  bySession: `SELECT ${columns} FROM event WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?`,
  byType: `SELECT ${columns} FROM event WHERE type = ? AND seq > ? ORDER BY seq LIMIT ?`,
  byBoth: `SELECT ${columns} FROM event WHERE session = ? AND type = ? AND seq > ? ORDER BY seq LIMIT ?`,
}

/** Reads pages of events in order of number; each filter has an index behind it. */
export function createReader(sql: Sql): (query: LogFilter & { after: number; limit: number }) => Event[] {
  const statements = {
    all: sql.prepare<Row>(pageQueries.all),
    bySession: sql.prepare<Row>(pageQueries.bySession),
    byType: sql.prepare<Row>(pageQueries.byType),
    byBoth: sql.prepare<Row>(pageQueries.byBoth),
  }
  return ({ after, limit, types, session }) => {
    if (!types) return rowsOf(session, after, limit).map(toEvent)
    // One ordered read per type, merged: an IN list would make SQLite sort every later row of every type.
    return types
      .flatMap((type) => rowsOfType({ type, session, after, limit }))
      .toSorted((a, b) => a.seq - b.seq)
      .slice(0, limit)
      .map(toEvent)
  }

  function rowsOf(session: string | undefined, after: number, limit: number): Row[] {
    return session === undefined
      ? statements.all.all(after, limit)
      : statements.bySession.all(session, after, limit)
  }

  function rowsOfType(query: {
    type: string
    session: string | undefined
    after: number
    limit: number
  }): Row[] {
    const { type, session, after, limit } = query
    if (session === undefined) return statements.byType.all(type, after, limit)
    return statements.byBoth.all(session, type, after, limit)
  }
}

function toEvent(row: Row): Event {
  const subject = {
    ...(row.session === null ? {} : { session: row.session }),
    ...(row.turn === null ? {} : { turn: row.turn }),
    ...(row.agent === null ? {} : { agent: row.agent }),
  }
  // Every row was checked against its definition when it was written; old versions are read as they were.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { seq: row.seq, at: row.at, type: row.type, v: row.v, ...subject, data: decodeBody(row) } as Event
}

/** Inserts one event row; the number is given, so that it is known before the commit. */
export function createInserter(sql: Sql): (event: Event, stored: { enc: number; body: Uint8Array }) => void {
  const insert: Statement<unknown> = sql.prepare(
    `INSERT INTO event (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return (event, { enc, body }) => {
    const { seq, at, type, v, session = null, turn = null, agent = null } = event
    insert.run(seq, at, type, v, session, turn, agent, enc, body)
  }
}

export function matches(event: Event, filter: LogFilter): boolean {
  if (filter.session !== undefined && event.session !== filter.session) return false
  return !filter.types || filter.types.includes(event.type)
}
