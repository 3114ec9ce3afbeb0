import type { Client } from '../../../client/index.ts'
import { IrisError, type EventEnvelope, type Writing } from '../../../contract/plain.ts'
import { shareStream } from './shared-stream.ts'

/** How fresh what is shown is. */
export type Freshness =
  | { at: 'connecting' }
  | { at: 'live' }
  | { at: 'stale'; since: number }
  | { at: 'signed-out' }

/** The log as it grows, told to whoever listens; a broken connection is taken up again where it broke. */
export interface Live {
  listen(listener: (event: EventEnvelope) => void): () => void
  /** What agents write, before it is in the log. */
  onWriting(listener: (writing: Writing) => void): () => void
  freshness: () => Freshness
  onFreshness: (listener: () => void) => () => void
  /** Connects until `close`. */
  open(): void
  close(): void
}

const firstPause = 500
const maxPause = 5000

export function createLive(client: Client, deps: { now: () => number; onBack: () => void }): Live {
  const listeners = new Set<(event: EventEnvelope) => void>()
  const writers = new Set<(writing: Writing) => void>()
  const watchers = new Set<() => void>()
  let freshness: Freshness = { at: 'connecting' }
  let stop: AbortController | undefined

  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onWriting(listener) {
      writers.add(listener)
      return () => void writers.delete(listener)
    },
    freshness: () => freshness,
    onFreshness(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    open() {
      if (stop) return
      stop = new AbortController()
      void run(stop.signal)
    },
    close() {
      stop?.abort()
      stop = undefined
    },
  }

  async function run(signal: AbortSignal): Promise<void> {
    const after = await head(client, signal, {
      onBroken: () => connected('broken'),
      onRefused: () => become({ at: 'signed-out' }),
    })
    if (after === undefined) return
    shareStream(client, { after, signal, onEvent: tell, onState: connected, onWriting, onRefused: end })
  }

  function onWriting(writing: Writing): void {
    for (const listener of writers) listener(writing)
  }

  function tell(event: EventEnvelope): void {
    for (const listener of listeners) listener(event)
  }

  function end(error: unknown): void {
    stop?.abort()
    become(isRefusal(error) ? { at: 'signed-out' } : { at: 'stale', since: deps.now() })
  }

  function connected(state: 'open' | 'broken'): void {
    const wasStale = freshness.at === 'stale'
    if (state === 'open') become({ at: 'live' })
    else if (!wasStale) become({ at: 'stale', since: deps.now() })
    if (state === 'open' && wasStale) deps.onBack()
  }

  function become(next: Freshness): void {
    freshness = next
    for (const watcher of watchers) watcher()
  }
}

/** The number of the newest event, once the daemon answers; undefined when it refuses us. */
async function head(
  client: Client,
  signal: AbortSignal,
  deps: { onBroken: () => void; onRefused: () => void },
): Promise<number | undefined> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, maxPause)) {
    try {
      return (await client.call('getStatus', {})).events
    } catch (error) {
      if (isRefusal(error)) {
        deps.onRefused()
        return undefined
      }
      deps.onBroken()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return undefined
}

/** True when the daemon does not know this browser. */
export function isRefusal(error: unknown): boolean {
  return error instanceof IrisError && (error.code === 'TOKEN_MISSING' || error.code === 'TOKEN_INVALID')
}
