import type { Event } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Cursors } from './cursors.ts'
import type { LogFilter } from './rows.ts'
import type { Tails } from './tail.ts'
import type { Write } from './writer.ts'

const mostTries = 5
const firstPause = 100
const longestPause = 2000

/** Somebody who must see every event once it is written, across restarts. `handle` must bear seeing one twice. */
export interface Follower extends LogFilter {
  name: string
  handle(event: Event): Promise<void> | void
}

/** A follower at work. `close` lets the event in hand finish. */
export interface Following {
  close(): Promise<void>
}

interface Deps {
  tail: Tails['batches']
  write: Write
  cursors: Pick<Cursors, 'of' | 'reached'>
  clock: Clock
}

export function createFollowing({ tail, write, cursors, clock }: Deps, follower: Follower): Following {
  const { name } = follower
  const ended = new AbortController()
  const done = run()
  return {
    close() {
      ended.abort()
      return done
    },
  }

  async function run(): Promise<void> {
    for await (const batch of tail({ ...follower, after: cursors.of(name), signal: ended.signal })) {
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
        if (tries >= mostTries && passOver(event, error)) return true
        await pause(clock, Math.min(firstPause * 2 ** (tries - 1), longestPause), ended.signal)
      }
    }
    return false
  }

  /** False when even that cannot be written (the disk is full): then the event is tried again. */
  function passOver(event: Event, error: unknown): boolean {
    const data = { follower: name, skipped: event.seq, reason: messageOf(error), tries: mostTries }
    try {
      write((append) => append({ type: 'follower.skipped', data }))
      return true
    } catch {
      return false
    }
  }
}

function pause(clock: Clock, delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const cancel = clock.after(delay, resolve)
    signal.addEventListener('abort', () => (cancel(), resolve()), { once: true })
  })
}
