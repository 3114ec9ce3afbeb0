import type { Clock } from './clock.ts'

/** Dates met at the same time: the oldest are met anew. */
const most = 10_000

/** Leads from stored dates to the steady clock. */
export interface Moments {
  /**
   * The moment of a date that has been, as it was when this process first met it: setting the machine's clock moves it
   * no more. One that lies ahead, because the clock was set back, counts as the moment it was met.
   */
  of(date: number): number
}

/**
 * For spans that outlive the process: their ends are stored as dates, and each is held against the machine's clock once,
 * when it was just written or when a new process finds it. Who meets a date late meets a clock that may have been set.
 */
export function createMoments(clock: Pick<Clock, 'now' | 'steady'>): Moments {
  const known = new Map<number, number>()
  return {
    of(date) {
      const before = known.get(date)
      if (before !== undefined) return before
      // Wall time: a stored date can be held against nothing else.
      const moment = clock.steady() - Math.max(0, clock.now() - date)
      known.set(date, moment)
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
      return moment
    },
  }
}
