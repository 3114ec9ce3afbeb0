import type { Event } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { LogFilter } from './rows.ts'
import type { Tails } from './tail.ts'
import type { Write } from './writer.ts'

const mostTries = 5
const firstPause = 100
const longestPause = 2000

/** Somebody who must see every event once it is written, across restarts. `handle` must bear seeing one twice. */
export interface Follower extends LogFilter {
  name: string
  /** How many events it may see again after a crash, to spare a write for each batch; none unless told. */
  saveEvery?: number
  handle(event: Event): Promise<void> | void
}

/** A follower at work. `close` lets the event in hand finish and saves the cursor. */
export interface Following {
  close(): Promise<void>
}

interface Deps {
  tail: Tails['batches']
  write: Write
  sql: Sql
  clock: Clock
}

export function createFollowing({ tail, write, sql, clock }: Deps, follower: Follower): Following {
  const { name } = follower
  const load = sql.prepare<{ seq: number }>('SELECT seq FROM follower WHERE name = ?')
  const save = sql.prepare('INSERT INTO follower VALUES (?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq')
  const ended = new AbortController()
  let saved = load.get(name)?.seq ?? 0
  let settled = saved
  const done = run()
  return {
    close() {
      ended.abort()
      return done
    },
  }

  async function run(): Promise<void> {
    for await (const batch of tail({ ...follower, after: saved, signal: ended.signal })) {
      // Those who only read come first: what a follower does is written, and everybody waits for the disk.
      await new Promise(setImmediate)
      await handleBatch(batch)
      if (settled - saved > (follower.saveEvery ?? 0)) saveCursor()
    }
    if (settled > saved) saveCursor()
  }

  /** An event is settled when it was handled, or passed over for good. */
  async function handleBatch(batch: readonly Event[]): Promise<void> {
    for (const event of batch) {
      if (ended.signal.aborted || !(await settle(event))) break
      settled = event.seq
    }
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

  function saveCursor(): void {
    try {
      save.run(name, settled)
      saved = settled
    } catch {
      // A full disk must not end the follower: the cursor is saved with the next batch, and a restart before
      // that repeats events, which handlers bear.
    }
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
