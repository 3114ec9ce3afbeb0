import type { Cancel } from '../../platform/clock/index.ts'
import { endNow, saidSoFar } from './endings.ts'
import { endAgent } from './stopping.ts'
import type { Current, Live } from './world.ts'

/** Watches for an agent's silence. One timer per turn: a line only notes the time, and an open ask stops the clock. */
export function startResponseClock(live: Live, current: Current, limit: number): Cancel {
  let cancel = live.world.clock.after(limit, check)
  return () => cancel()

  function check(): void {
    if (live.current !== current) return
    const isAsking = live.world.asks.openIn(live.id).length > 0
    const left = isAsking ? limit : current.heardAt + limit - live.world.clock.now()
    if (left > 0) {
      cancel = live.world.clock.after(left, check)
      return
    }
    endNow(live, {
      turn: current.row,
      how: 'response_timeout',
      text: saidSoFar(live),
      rehearsed: current.rehearsed,
    })
    void endAgent(live, { graceMs: 0 })
  }
}
