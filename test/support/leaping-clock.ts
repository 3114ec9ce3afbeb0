import type { Clock } from '../../src/platform/clock/index.ts'

/** The time of this machine, which a test may let leap ahead instead of waiting. */
export interface LeapingClock extends Clock {
  /** Lets time pass; what is due by then is called at once, in order. */
  leap(by: number): void
  /** Somebody sets the date of the machine; no time passes. */
  setDate(by: number): void
}

interface Timer {
  at: number
  call: () => void
  handle: NodeJS.Timeout
}

export function leapingClock(): LeapingClock {
  let ahead = 0
  let set = 0
  const timers = new Set<Timer>()
  const steady = (): number => Math.floor(performance.now()) + ahead
  const fire = (timer: Timer): void => {
    clearTimeout(timer.handle)
    if (timers.delete(timer)) timer.call()
  }
  return {
    now: () => Date.now() + ahead + set,
    steady,
    after(delay, call) {
      const timer: Timer = { at: steady() + delay, call, handle: setTimeout(() => fire(timer), delay) }
      timers.add(timer)
      return () => {
        clearTimeout(timer.handle)
        timers.delete(timer)
      }
    },
    leap(by) {
      ahead += by
      const due = [...timers].filter(({ at }) => at <= steady()).toSorted((one, other) => one.at - other.at)
      for (const timer of due) fire(timer)
      // What is not due yet is nearer than it was.
      for (const timer of timers) {
        clearTimeout(timer.handle)
        timer.handle = setTimeout(() => fire(timer), Math.max(0, timer.at - steady()))
      }
    },
    setDate(by) {
      set += by
    },
  }
}
