import { eventDefinitions, parseEventData, type Event, type NewEvent } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { encodeBody, type EncodedBody } from './body.ts'
import type { Cursors } from './cursors.ts'
import { createInserter } from './rows.ts'

/** Adds an event to the transaction under way. */
export type Append = (event: NewEvent) => Event

/** Runs `work` in one transaction: what it appends and what it changes in tables stand or fall together. */
export type Write = <T>(work: (append: Append) => T) => T

/** A committed group of events with the size of each body in memory. */
export interface Committed {
  events: Event[]
  sizes: number[]
}

export interface Writer {
  write: Write
  /** The number of the newest committed event. */
  head: () => number
  /** True while a transaction of this writer is open. */
  isWriting: () => boolean
}

interface WriterDeps {
  sql: Sql
  clock: Clock
  /** What every commit takes along. */
  cursors: Pick<Cursors, 'save' | 'saved'>
  /** What follows from events, in their transaction. */
  reactions: {
    /** An event was appended. */
    note(event: Event): void
    /** Runs a work of the transaction, and then what follows from what it appended. */
    around<T>(work: () => T, append: Append): T
  }
  onCommit: (committed: Committed) => void
}

/** The one place that numbers events. A write inside a write joins it; if it throws, only its part is undone. */
export function createWriter(deps: WriterDeps): Writer {
  const { sql, clock } = deps
  const insert = createInserter(sql)
  let head = sql.prepare<{ head: number }>('SELECT coalesce(max(seq), 0) AS head FROM event').get()?.head ?? 0
  let open: Committed | undefined

  return {
    head: () => head,
    isWriting: () => open !== undefined,
    write: (work) => (open ? join(open, work) : begin(work)),
  }

  function begin<T>(work: (append: Append) => T): T {
    const written: Committed = { events: [], sizes: [] }
    open = written
    try {
      const result = sql.transaction(() => {
        const done = run(written, work)
        deps.cursors.save()
        return done
      })
      deps.cursors.saved()
      head += written.events.length
      return result
    } catch (error) {
      written.events.length = 0
      throw error
    } finally {
      open = undefined
      if (written.events.length > 0) deps.onCommit(written)
    }
  }

  function join<T>(outer: Committed, work: (append: Append) => T): T {
    const before = outer.events.length
    try {
      return sql.transaction(() => run(outer, work))
    } catch (error) {
      outer.events.length = before
      outer.sizes.length = before
      throw error
    }
  }

  function run<T>(written: Committed, work: (append: Append) => T): T {
    const append: Append = (event) => appendTo(written, event)
    return deps.reactions.around(() => work(append), append)
  }

  function appendTo(written: Committed, event: NewEvent): Event {
    const { entry, stored } = prepare(event, head + written.events.length + 1)
    insert(entry, stored)
    written.events.push(entry)
    written.sizes.push(stored.size)
    deps.reactions.note(entry)
    return entry
  }

  function prepare(event: NewEvent, seq: number): { entry: Event; stored: EncodedBody } {
    const data = parseEventData(event.type, event.data)
    const v = eventDefinitions[event.type].version
    // `data` was just parsed by the definition of this very type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const entry = { ...event, seq, at: clock.now(), v, data } as Event
    return { entry, stored: encodeBody(data) }
  }
}
