import type { Event } from '../../contract/index.ts'
import type { Sql, Statement } from '../../platform/sqlite/index.ts'
import { decodeRows } from './body.ts'

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

/** How many events, and how many characters of all their bodies; one event always fits. */
interface Most {
  limit: number
  maxChars: number
}

/** How much a page may hold, where it begins, and which way it is read. */
type Page = Most & ({ after: number } | { before: number })

/** Events of a page, in order, and whether it ended for its size, so that there may be more. */
interface Found {
  events: Event[]
  isFull: boolean
}

/** Reads pages of events in order of number, row by row until a page is full; each filter has an index behind it. */
export function createReader(sql: Sql): (query: LogFilter & Page) => Found {
  const after = prepare(sql, forwards)
  const before = prepare(sql, backwards)
  const bySeq = sql.prepare<Row>(`SELECT ${columns} FROM event WHERE seq = ?`)
  return (query) => {
    const { session, limit } = query
    const types = query.types && [...new Set(query.types)]
    const isBackwards = 'before' in query
    const from = isBackwards ? query.before : query.after
    const read = isBackwards ? before : after
    if (!types || types.length === 1)
      return toPage(read.rows({ session, type: types?.[0], from, limit }), query)
    // One ordered read per type, merged: an IN list would make SQLite sort every later row of every type.
    const numbers = types.flatMap((type) => read.numbers({ session, type, from, limit }))
    const wanted = numbers.toSorted((a, b) => (isBackwards ? b - a : a - b)).slice(0, limit)
    return toPage(rowsOf(wanted, bySeq), query)
  }
}

interface Place {
  session: string | undefined
  type: string | undefined
  from: number
  limit: number
}

interface Reading {
  rows(place: Place): Iterable<Row>
  /** Their numbers alone: of several types only the nearest are wanted. */
  numbers(place: Place): number[]
}

function prepare(sql: Sql, range: string): Reading {
  const whole = prepareFilters<Row>(sql, { columns, range })
  const numbers = prepareFilters<{ seq: number }>(sql, { columns: 'seq', range })
  return {
    rows({ session, type, from, limit }) {
      const [statement, wanted] = whole(session, type)
      return statement.iterate(...wanted, from, limit)
    },
    numbers({ session, type, from, limit }) {
      const [statement, wanted] = numbers(session, type)
      return statement.all(...wanted, from, limit).map(({ seq }) => seq)
    },
  }
}

/** The statement for each filter, with the values it takes before the range. */
function prepareFilters<R>(
  sql: Sql,
  { columns: chosen, range }: { columns: string; range: string },
): (session: string | undefined, type: string | undefined) => [Statement<R>, string[]] {
  const select = `SELECT ${chosen} FROM event WHERE`
  const all = sql.prepare<R>(`${select} ${range}`)
  const bySession = sql.prepare<R>(`${select} session = ? AND ${range}`)
  const byType = sql.prepare<R>(`${select} type = ? AND ${range}`)
  const byBoth = sql.prepare<R>(`${select} session = ? AND type = ? AND ${range}`)
  return (session, type) => {
    if (session === undefined) return type === undefined ? [all, []] : [byType, [type]]
    return type === undefined ? [bySession, [session]] : [byBoth, [session, type]]
  }
}

function* rowsOf(numbers: readonly number[], bySeq: Statement<Row>): Generator<Row, void> {
  for (const seq of numbers) {
    const row = bySeq.get(seq)
    if (row) yield row
  }
}

/** Rows come nearest to where the reading began first; of those that are too much the farthest are left out. */
function toPage(rows: Iterable<Row>, { limit, maxChars }: Most): Found {
  const { decoded, isCut } = decodeRows(rows, maxChars)
  const events = decoded.map(({ row, data }) => toEvent(row, data))
  return { events: events.toSorted((a, b) => a.seq - b.seq), isFull: isCut || events.length === limit }
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
