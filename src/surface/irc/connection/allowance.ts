import type { Clock } from '../../../platform/clock/index.ts'
import type { ConnectionLimits } from './limits.ts'

/** How fast a client may go. */
export interface Allowance {
  /** Takes one line's worth, and says 0; or in how many ms there is one. */
  take(): number
}

export function createAllowance(flood: ConnectionLimits['flood'], clock: Clock): Allowance {
  if (!flood) return { take: () => 0 }
  const { burst, perSecond } = flood
  let left = burst
  let filledAt = clock.steady()
  return {
    take() {
      const moment = clock.steady()
      left = Math.min(burst, left + ((moment - filledAt) * perSecond) / 1000)
      filledAt = moment
      if (left < 1) return Math.ceil(((1 - left) * 1000) / perSecond)
      left -= 1
      return 0
    },
  }
}
