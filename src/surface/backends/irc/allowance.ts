import type { Clock } from '../../../platform/clock/index.ts'

/** How fast somebody speaks: some lines at once, then so many each second. */
export interface Allowance {
  /** How long the next line has to wait; 0 when it was taken. */
  take(): number
}

export function createAllowance(
  clock: Pick<Clock, 'steady'>,
  { burst, perSecond }: { burst: number; perSecond: number },
): Allowance {
  let left = burst
  let since = clock.steady()
  return {
    take() {
      const moment = clock.steady()
      left = Math.min(burst, left + ((moment - since) / 1000) * perSecond)
      since = moment
      if (left < 1) return Math.max(1, Math.ceil(((1 - left) * 1000) / perSecond))
      left -= 1
      return 0
    },
  }
}
