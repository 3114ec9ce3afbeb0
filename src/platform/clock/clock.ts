/** Time as a parameter, so tests can turn it. */
export interface Clock {
  now(): number
  /** Calls `call` once after `delay` ms unless cancelled. */
  after(delay: number, call: () => void): Cancel
}

export type Cancel = () => void

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, call) {
    const timer = setTimeout(call, delay)
    return () => clearTimeout(timer)
  },
}

/** A clock that stands still until `advance` moves it; due timers run in order. */
export interface ManualClock extends Clock {
  advance(by: number): void
}

export function manualClock(start = 0): ManualClock {
  let now = start
  let timers: { at: number; call: () => void }[] = []
  return {
    now: () => now,
    after(delay, call) {
      const timer = { at: now + delay, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(by) {
      const end = now + by
      for (let due = nextDue(end); due; due = nextDue(end)) {
        now = due.at
        due.call()
      }
      now = end
    },
  }

  function nextDue(end: number): { at: number; call: () => void } | undefined {
    const due = timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0]
    timers = timers.filter((timer) => timer !== due)
    return due
  }
}
