import type { Clock } from '../../src/platform/clock/index.ts'

/** The time of this machine, which a test may let leap ahead instead of waiting. */
export interface LeapingClock extends Clock {
  /** Moves the time on; what is due by then is called at once, in order. */
  leap(by: number): void
}

interface Timer {
  at: number
  call: () => void
  handle: NodeJS.Timeout
}

export function leapingClock(): LeapingClock {
  let ahead = 0
  const timers = new Set<Timer>()
  const now = (): number => Date.now() + ahead
  const fire = (timer: Timer): void => {
    clearTimeout(timer.handle)
    if (timers.delete(timer)) timer.call()
  }
  return {
    now,
    after(delay, call) {
      const timer: Timer = { at: now() + delay, call, handle: setTimeout(() => fire(timer), delay) }
      timers.add(timer)
      return () => {
        clearTimeout(timer.handle)
        timers.delete(timer)
      }
    },
    leap(by) {
      ahead += by
      const due = [...timers].filter(({ at }) => at <= now()).toSorted((one, other) => one.at - other.at)
      for (const timer of due) fire(timer)
      // What is not due yet is nearer than it was.
      for (const timer of timers) {
        clearTimeout(timer.handle)
        timer.handle = setTimeout(() => fire(timer), Math.max(0, timer.at - now()))
      }
    },
  }
}
