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
  /** Whether this tab is the one of this browser that holds the stream. */
  isLeader: () => boolean
  onLead: (listener: () => void) => () => void
  freshness: () => Freshness
  onFreshness: (listener: () => void) => () => void
  /** Connects until `close`. */
  open(): void
  close(): void
}

const firstPause = 500
const maxPause = 5000

export function createLive(client: Client, deps: { now: () => number; onBack: () => void }): Live {
  const events = createListeners<EventEnvelope>()
  const writings = createListeners<Writing>()
  const states = createListeners<Freshness>()
  const leads = createListeners<() => boolean>()
  let isLeader = (): boolean => false
  let freshness: Freshness = { at: 'connecting' }
  let stop: AbortController | undefined

  return {
    listen: events.add,
    onWriting: writings.add,
    isLeader: () => isLeader(),
    onLead: leads.add,
    freshness: () => freshness,
    onFreshness: states.add,
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
    const heard = { onEvent: events.tell, onWriting: writings.tell, onState: connected }
    shareStream(client, { after, signal, ...heard, onLead: lead, onRefused: end })
  }

  function lead(leading: () => boolean): void {
    isLeader = leading
    leads.tell(leading)
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
    states.tell(next)
  }
}

interface Listeners<T> {
  add: (listener: (value: T) => void) => () => void
  tell: (value: T) => void
}

function createListeners<T>(): Listeners<T> {
  const all = new Set<(value: T) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell(value) {
      for (const listener of all) listener(value)
    },
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
