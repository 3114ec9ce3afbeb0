import type { EventEnvelope } from '../../../contract/plain.ts'

/** A stretch of a session's events without a gap. What lies outside is read when somebody goes there. */
export interface WindowState {
  events: readonly EventEnvelope[]
  isAtStart: boolean
  /** Nothing newer is known; what comes is added. */
  isAtEnd: boolean
  isLoading: boolean
  /** How many events came after the end of the window while it was elsewhere. */
  missed: number
  error: string | null
}

/** How many events are read at a time. */
export const page = 500
/** Beyond this the far end is let go; going back there reads it again. */
export const maxEvents = 6000

/** Reads a page of events, oldest first. */
type ReadPage = (query: {
  after?: number
  before?: number
  at?: number
}) => Promise<{ events: EventEnvelope[]; previous: number | null; next: number; head: number }>

/** What the window is after each way of moving it. */
export interface WindowMoves {
  toEnd(): Promise<Partial<WindowState>>
  to(place: { seq: number } | { at: number }): Promise<Partial<WindowState>>
  older(state: WindowState): Promise<Partial<WindowState>>
  newer(state: WindowState): Promise<Partial<WindowState>>
}

export function createMoves(read: ReadPage): WindowMoves {
  return {
    async toEnd() {
      const { events, previous } = await read({ before: Number.MAX_SAFE_INTEGER })
      return { events, isAtStart: previous === null, isAtEnd: true, missed: 0 }
    },
    async to(place) {
      const found = await read('seq' in place ? { after: place.seq - 1 } : { at: place.at })
      const before = await read({ before: found.events[0]?.seq ?? Number.MAX_SAFE_INTEGER })
      return {
        events: [...before.events, ...found.events],
        isAtStart: before.previous === null,
        isAtEnd: found.next >= found.head,
        missed: 0,
      }
    },
    async older({ events: known, isAtEnd }) {
      const { events, previous } = await read({ before: known[0]?.seq ?? Number.MAX_SAFE_INTEGER })
      const all = [...events, ...known]
      const kept = all.slice(0, maxEvents)
      return { events: kept, isAtStart: previous === null, isAtEnd: isAtEnd && kept.length === all.length }
    },
    async newer({ events: known, isAtStart, missed }) {
      const { events, next, head } = await read({ after: known.at(-1)?.seq ?? 0 })
      const all = [...known, ...events]
      const kept = all.slice(-maxEvents)
      const isAtEnd = next >= head
      const start = isAtStart && kept.length === all.length
      return { events: kept, isAtEnd, isAtStart: start, missed: isAtEnd ? 0 : missed }
    },
  }
}
