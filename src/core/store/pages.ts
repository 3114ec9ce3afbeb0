import type { Event } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Recent } from './recent.ts'
import { createReader, matches, type LogFilter, type LogQuery } from './rows.ts'

const maxPerPage = 1000
const defaultPage = 500
/** Characters of all bodies of one page; an event may be long. */
const defaultChars = 4 * 1024 * 1024
/** What a tail reads at once: little enough that nobody notices, enough that it is worth it. */
const tailBatch = { events: 128, chars: 256 * 1024 }

/** One page of the log and the number to go on from; `previous` is where a backward reading goes on. */
export interface LogPage {
  events: Event[]
  next: number
  previous: number | null
  head: number
}

type ReadPage = (query: LogQuery, maxChars?: number) => LogPage

/** Reads pages of the log, forwards or backwards. */
export function createPages(sql: Sql, head: () => number): ReadPage {
  const readRows = createReader(sql)
  return (query, maxChars = defaultChars) => {
    const { types, session, before, after = 0 } = query
    const limit = Math.min(Math.max(query.limit ?? defaultPage, 1), maxPerPage)
    const filter = { limit, maxChars, ...(types ? { types } : {}), ...(session ? { session } : {}) }
    if (before !== undefined) return pageBefore(readRows({ ...filter, before }), before)
    const { events, isFull } = readRows({ ...filter, after })
    const last = events.at(-1)
    const reached = !isFull || !last ? Math.max(head(), after) : last.seq
    return { events, next: reached, previous: null, head: head() }
  }

  function pageBefore({ events, isFull }: ReturnType<typeof readRows>, before: number): LogPage {
    const previous = isFull ? (events[0]?.seq ?? null) : null
    return { events, next: before - 1, previous, head: head() }
  }
}

/** Small parts of the log, for readers that go on and on. */
export interface Batches {
  /** Whether what comes after a number is kept in memory. */
  isKept(after: number): boolean
  /** A little after a number, and how far the reading got. */
  readBatch(after: number, filter: LogFilter): { events: readonly Event[]; next: number }
}

/** What tails read: from memory when it is recent enough. */
export function createBatches(recent: Recent, read: ReadPage): Batches {
  return {
    isKept: (after) => recent.after(after, 0) !== undefined,
    readBatch(after, filter) {
      const { events: limit, chars } = tailBatch
      const kept = recent.after(after, limit)
      if (!kept) return read({ ...filter, after, limit }, chars)
      return { events: kept.filter((event) => matches(event, filter)), next: kept.at(-1)?.seq ?? after }
    },
  }
}
