import type { Event } from '../../contract/index.ts'
import type { Sql, Statement } from '../../platform/sqlite/index.ts'
import { decodeBodies } from './body.ts'

/** What to read: events after a number (or the newest before one), optionally of some types or one session. */
export interface LogQuery {
  after?: number
  /** Reads backwards: the newest events before this number, still in order. */
  before?: number
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
const forwards = 'seq > ? ORDER BY seq LIMIT ?'
const backwards = 'seq < ? ORDER BY seq DESC LIMIT ?'

/** Where a page begins, and which way it is read. */
type Page = { limit: number } & ({ after: number } | { before: number })

/** Reads pages of events in order of number; each filter has an index behind it. */
export function createReader(sql: Sql): (query: LogFilter & Page) => Event[] {
  const after = prepare(sql, forwards)
  const before = prepare(sql, backwards)
  return (query) => {
    const { types, session, limit } = query
    const isBackwards = 'before' in query
    const from = isBackwards ? query.before : query.after
    const read = isBackwards ? before : after
    if (!types) return toEvents(inOrder(read({ session, type: undefined, from, limit })))
    // One ordered read per type, merged: an IN list would make SQLite sort every later row of every type.
    const rows = inOrder(types.flatMap((type) => read({ session, type, from, limit })))
    return toEvents(isBackwards ? rows.slice(-limit) : rows.slice(0, limit))
  }
}

type ReadRows = (wanted: {
  session: string | undefined
  type: string | undefined
  from: number
  limit: number
}) => Row[]

function prepare(sql: Sql, range: string): ReadRows {
  const select = `SELECT ${columns} FROM event WHERE`
  const all = sql.prepare<Row>(`${select} ${range}`)
  const bySession = sql.prepare<Row>(`${select} session = ? AND ${range}`)
  const byType = sql.prepare<Row>(`${select} type = ? AND ${range}`)
  const byBoth = sql.prepare<Row>(`${select} session = ? AND type = ? AND ${range}`)
  return ({ session, type, from, limit }) => {
    if (session === undefined)
      return type === undefined ? all.all(from, limit) : byType.all(type, from, limit)
    return type === undefined ? bySession.all(session, from, limit) : byBoth.all(session, type, from, limit)
  }
}

function inOrder(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.seq - b.seq)
}

function toEvents(rows: readonly Row[]): Event[] {
  const bodies = decodeBodies(rows)
  return rows.map((row, index) => toEvent(row, bodies[index]))
}

function toEvent(row: Row, data: unknown): Event {
  const subject = {
    ...(row.session === null ? {} : { session: row.session }),
    ...(row.turn === null ? {} : { turn: row.turn }),
    ...(row.agent === null ? {} : { agent: row.agent }),
  }
  // Every row was checked against its definition when it was written; old versions are read as they were.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { seq: row.seq, at: row.at, type: row.type, v: row.v, ...subject, data } as Event
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
