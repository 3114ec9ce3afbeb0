import type { Event } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Cursors } from './cursors.ts'
import type { LogFilter } from './rows.ts'
import type { Tails } from './tail.ts'
import type { Write } from './writer.ts'

const maxTries = 5
const firstPause = 100
const maxPause = 2000

/** Somebody who must see every event once it is written, across restarts. `handle` must bear seeing one twice. */
export interface Follower extends LogFilter {
  name: string
  /** Events up to this number are passed over, whatever its cursor says. */
  since?: number
  handle(event: Event): Promise<void> | void
}

/** A follower at work. `close` lets the event in hand finish. */
export interface Following {
  /** Resolves once everything that is in the log now is handled, or after so many ms. */
  caughtUp(within: number): Promise<void>
  close(): Promise<void>
}

interface FollowingDeps {
  tail: Tails['batches']
  write: Write
  cursors: Pick<Cursors, 'of' | 'reached'>
  clock: Clock
  head: () => number
  logger: Pick<Logger, 'debug'>
}

export function createFollowing(deps: FollowingDeps, follower: Follower): Following {
  const { tail, write, cursors, clock } = deps
  const { name } = follower
  const ended = new AbortController()
  const reach = createReach(deps)
  const done = run()
  return {
    caughtUp: (within) => reach.caughtUp(within),
    close() {
      ended.abort()
      reach.end()
      return done
    },
  }

  async function run(): Promise<void> {
    const onReached = (seq: number): void => reach.reached(seq)
    const after = Math.max(cursors.of(name), follower.since ?? 0)
    deps.logger.debug('a follower goes on', { follower: name, after, head: deps.head() })
    for await (const batch of tail({ ...follower, after, signal: ended.signal, onReached })) {
      // Those who only read come first: what a follower does is written, and everybody waits for the disk.
      await new Promise(setImmediate)
      const reached = await handleBatch(batch)
      if (reached > 0) cursors.reached(name, reached)
    }
  }

  /** Returns the number of the last event that is settled: handled, or passed over for good. */
  async function handleBatch(batch: readonly Event[]): Promise<number> {
    let reached = 0
    for (const event of batch) {
      if (ended.signal.aborted || !(await settle(event))) break
      reached = event.seq
    }
    return reached
  }

  async function settle(event: Event): Promise<boolean> {
    for (let tries = 1; !ended.signal.aborted; tries += 1) {
      try {
        await follower.handle(event)
        return true
      } catch (error) {
        deps.logger.debug('a follower failed', { follower: name, seq: event.seq, tries, err: error })
        if (tries >= maxTries && passOver(event, error)) return true
        await pause(clock, Math.min(firstPause * 2 ** (tries - 1), maxPause), ended.signal)
      }
    }
    return false
  }

  /** False when even that cannot be written (the disk is full): then the event is tried again. */
  function passOver(event: Event, error: unknown): boolean {
    const data = { follower: name, skipped: event.seq, reason: messageOf(error), tries: maxTries }
    try {
      write((append) => append({ type: 'follower.skipped', data }))
      return true
    } catch {
      return false
    }
  }
}

/** How far a follower got, and who waits for it to get further. */
function createReach({ clock, head }: Pick<FollowingDeps, 'clock' | 'head'>) {
  const waiting = new Set<{ for: number; settle: () => void }>()
  let position = 0
  let isOver = false
  return {
    reached(seq: number): void {
      position = seq
      for (const waiter of waiting) if (waiter.for <= seq) waiter.settle()
    },
    caughtUp(within: number): Promise<void> {
      if (isOver || position >= head()) return Promise.resolve()
      return new Promise((resolve) => {
        const cancel = clock.after(within, settle)
        const waiter = { for: head(), settle }
        waiting.add(waiter)
        function settle(): void {
          cancel()
          waiting.delete(waiter)
          resolve()
        }
      })
    },
    end(): void {
      isOver = true
      for (const { settle } of waiting) settle()
    },
  }
}

function pause(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(delay, end)
    signal.addEventListener('abort', end)
  })
}
