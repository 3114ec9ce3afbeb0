import type { EventEnvelope } from '../../../contract/plain.ts'

/** The log as one tab has taken it: every event after where it began, once and in order, whoever brings it. */
export interface Taken {
  /** The number of the last event taken. */
  last: () => number
  /** An event that somebody brings; one that leaves a gap is fetched with what is before it. */
  take(event: EventEnvelope): void
  /** Somebody knows of events up to a number. */
  reach(seq: number): void
}

/** Where a tab begins, and what it does with what it takes. */
interface Start {
  after: number
  signal: AbortSignal
  onEvent: (event: EventEnvelope) => void
  /** Reads a page of events after a number. */
  read: (after: number) => Promise<readonly EventEnvelope[]>
}

/** Numbers in the log have no gap, so what is missing shows; it is read from the daemon a page at a time. */
export function createTaken(start: Start): Taken {
  let last = start.after
  let known = start.after
  let isReading = false

  return { last: () => last, take, reach }

  function take(event: EventEnvelope): void {
    if (event.seq > last + 1) return reach(event.seq)
    if (event.seq <= last) return
    last = event.seq
    start.onEvent(event)
  }

  function reach(seq: number): void {
    known = Math.max(known, seq)
    if (known > last && !isReading) void readOn()
  }

  async function readOn(): Promise<void> {
    isReading = true
    try {
      while (last < known && !start.signal.aborted) {
        const events = await start.read(last)
        if (events.length === 0) break
        for (const event of events) take(event)
      }
    } catch {
      // Whoever next tells of an event, or of how far the log is, makes us try again.
    } finally {
      isReading = false
    }
  }
}
