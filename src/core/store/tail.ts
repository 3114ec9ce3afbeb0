import { Observable } from 'rxjs'
import type { Event } from '../../contract/index.ts'
import type { Batches } from './pages.ts'
import { createRounds } from './rounds.ts'
import type { LogFilter } from './rows.ts'

/** Where a tail starts, what it wants, and what ends it. */
export interface TailOptions extends LogFilter {
  after?: number
  signal?: AbortSignal
  /** Told up to which number everything was read, and what was wanted of it taken. */
  onReached?: (seq: number) => void
}

export interface Tails {
  batches(options?: TailOptions): AsyncGenerator<readonly Event[], void, undefined>
  wake(): void
  close(): void
}

/**
 * Tails keep a number, never a buffer: each asks for the batch after its number and sleeps when there is none.
 * Reading and going to sleep happen in one tick, so nothing can be committed between them unseen.
 * Who was asleep gets what is kept in memory at once, and more of it in the next round of the event loop; what must be
 * read back is read in turns. So the daemon goes on with its work however many catch up.
 */
export function createTails(deps: Batches & { head: () => number }): Tails {
  const closing = new AbortController()
  const rounds = createRounds()
  let sleepers = new Set<() => void>()

  async function* batches(options: TailOptions = {}): AsyncGenerator<readonly Event[], void, undefined> {
    // A reader may have seen events that a power cut took back: it goes on with those that have their numbers now.
    let cursor = Math.min(options.after ?? 0, deps.head())
    let hasSlept = false
    const ended = () => closing.signal.aborted || (options.signal?.aborted ?? false)
    while (!ended()) {
      options.onReached?.(cursor)
      if (cursor >= deps.head()) {
        await nextCommit(options.signal)
        hasSlept = true
        continue
      }
      if (!deps.isKept(cursor)) await rounds.turn(options.signal)
      else if (!hasSlept) await new Promise(setImmediate)
      hasSlept = false
      if (ended()) return
      const { events, next } = deps.readBatch(cursor, options)
      cursor = next
      if (events.length > 0) yield events
    }
  }

  function nextCommit(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wakeUp = (): void => {
        sleepers.delete(wakeUp)
        signal?.removeEventListener('abort', wakeUp)
        resolve()
      }
      sleepers.add(wakeUp)
      signal?.addEventListener('abort', wakeUp)
    })
  }

  function wake(): void {
    const woken = sleepers
    sleepers = new Set()
    for (const wakeUp of woken) wakeUp()
  }

  return {
    batches,
    wake,
    close() {
      closing.abort()
      wake()
    },
  }
}

/** Batches as a stream of single events; unsubscribing ends the tail. */
export function streamOf(
  batches: (signal: AbortSignal) => AsyncGenerator<readonly Event[], void, undefined>,
): Observable<Event> {
  return new Observable((subscriber) => {
    const ended = new AbortController()
    void pump()
    return () => ended.abort()

    async function pump(): Promise<void> {
      try {
        for await (const batch of batches(ended.signal)) {
          for (const event of batch) subscriber.next(event)
        }
        subscriber.complete()
      } catch (error) {
        subscriber.error(error)
      }
    }
  })
}
