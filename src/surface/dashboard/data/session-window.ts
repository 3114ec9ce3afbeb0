import type { Client } from '../../../client/index.ts'
import type { EventEnvelope, SessionId } from '../../../contract/plain.ts'
import { createMoves, maxEvents, page, type WindowMoves, type WindowState } from './window-moves.ts'

/** What is loaded of a session, and the ways to move it. */
export interface SessionWindow {
  state: () => WindowState
  watch: (listener: () => void) => () => void
  /** Goes to the newest events. */
  toEnd(): Promise<void>
  /** Goes to where an event is, or to the first at a time. */
  to(place: { seq: number } | { at: number }): Promise<void>
  /** Goes to where an event is, unless it is there already. */
  show(seq: number): Promise<void>
  older(): Promise<void>
  newer(): Promise<void>
  /** Tries again what failed last, if anything did. */
  again(): Promise<void>
  /** An event of the live log. */
  hear(event: EventEnvelope): void
}

type Work = (moves: WindowMoves) => Promise<Partial<WindowState>>

const nothingYet: WindowState = {
  events: [],
  isAtStart: false,
  isAtEnd: false,
  isLoading: false,
  missed: 0,
  error: null,
}

export function createSessionWindow(client: Client, session: SessionId): SessionWindow {
  const listeners = new Set<() => void>()
  let state = nothingYet
  const moves = createMoves((query) => client.call('readEvents', { session, limit: page, ...query }))
  let heard: EventEnvelope[] = []
  let failed: Work | undefined

  return {
    state: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    toEnd: () => load((moves) => moves.toEnd()),
    to: (place) => load((moves) => moves.to(place)),
    show: (seq) =>
      state.events.some((event) => event.seq === seq)
        ? Promise.resolve()
        : load((moves) => moves.to({ seq })),
    older: () =>
      state.isAtStart || state.isLoading ? Promise.resolve() : load((moves) => moves.older(state)),
    newer: () => (state.isAtEnd || state.isLoading ? Promise.resolve() : load((moves) => moves.newer(state))),
    again: () => (failed ? load(failed) : Promise.resolve()),
    hear(event) {
      if (event.session !== session) return
      if (state.isLoading) heard.push(event)
      else if (!state.isAtEnd) become({ missed: state.missed + 1 })
      else take([event])
    },
  }

  async function load(work: Work): Promise<void> {
    become({ isLoading: true })
    failed = undefined
    try {
      become({ ...(await work(moves)), isLoading: false, error: null })
    } catch (error) {
      failed = work
      become({ isLoading: false, error: error instanceof Error ? error.message : String(error) })
    }
    const waiting = heard
    heard = []
    if (state.isAtEnd) take(waiting)
    else if (waiting.length > 0) become({ missed: state.missed + waiting.length })
  }

  function take(events: readonly EventEnvelope[]): void {
    const last = state.events.at(-1)?.seq ?? 0
    const fresh = events.filter(({ seq }) => seq > last)
    if (fresh.length === 0) return
    const all = [...state.events, ...fresh]
    const kept = all.length > maxEvents ? all.slice(-maxEvents / 2) : all
    become({ events: kept, isAtStart: state.isAtStart && kept.length === all.length })
  }

  function become(change: Partial<WindowState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
}
