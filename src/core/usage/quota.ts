import { Subject, type Observable } from 'rxjs'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Append, EventLog } from '../store/index.ts'

const retryAfter = 2000
// A machine that sleeps stops its timers, and Node fires one beyond 24 days at once: the clock is looked at again.
const maxNap = 60_000

/**
 * The account limit, which holds every queue until it is reset; it outlives the daemon. Its end is a date that
 * somebody else set, so it is held against the clock of the machine, which is looked at again every minute.
 */
export interface Quota {
  /** Until when everything is held back; 0 when it is not. */
  heldUntil(): number
  /** Holds everything back; returns what to do once that is committed. */
  hold(until: number, window: string, append: Append): (() => void) | undefined
  /** Ends the hold before its time; returns until when it would have held, null when nothing was held. */
  lift(by: string): number | null
  /** The limit no longer holds. */
  lifted$: Observable<void>
  close(): void
}

export function createQuota({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Quota {
  const read = sql.prepare<{ until: number }>('SELECT until FROM quota')
  const set = sql.prepare('INSERT OR REPLACE INTO quota VALUES (1, ?)')
  const remove = sql.prepare('DELETE FROM quota')
  const lifted$ = new Subject<void>()
  let held = read.get()?.until ?? 0
  let cancelLift: Cancel = () => undefined
  if (held > 0) liftLater()

  return {
    heldUntil: () => (isHeld() ? held : 0),
    hold(until, window, append) {
      // Wall time: see Quota.
      if (until <= Math.max(held, clock.now())) return undefined
      set.run(until)
      append({ type: 'quota.reached', data: { until, window } })
      return () => {
        held = until
        liftLater()
      }
    },
    lift(by) {
      if (!isHeld()) return null
      const until = held
      end(by)
      cancelLift()
      lifted$.next()
      return until
    },
    lifted$,
    close: () => cancelLift(),
  }

  function isHeld(): boolean {
    // Wall time: see Quota.
    return held > clock.now()
  }

  function liftLater(): void {
    cancelLift()
    // Wall time: see Quota.
    const left = Math.max(0, held - clock.now())
    cancelLift = clock.after(Math.min(left, maxNap), left > maxNap ? liftLater : expire)
  }

  function expire(): void {
    try {
      end()
    } catch {
      // The disk is full. The hold is over all the same; its event follows when there is room.
      cancelLift = clock.after(retryAfter, expire)
    }
    lifted$.next()
  }

  function end(by?: string): void {
    log.write((append) => {
      remove.run()
      append({ type: 'quota.lifted', data: { until: held, ...(by === undefined ? {} : { by }) } })
    })
    held = 0
  }
}
