/** Time as a parameter, so tests can turn it. */
export interface Clock {
  /**
   * The date, in ms since 1970, to show and to store. It leaps whenever the machine's clock is set, so no span that
   * decides anything is measured by it (docs/decisions/0064-two-clocks.md).
   */
  now(): number
  /**
   * Whole ms that only ever pass, however the machine's clock is set: spans are measured by these alone. They begin
   * anywhere and mean nothing to another process; `createMoments` leads there from a stored date.
   */
  steady(): number
  /** Calls `call` once after `delay` ms unless cancelled. */
  after(delay: number, call: () => void): Cancel
}

export type Cancel = () => void

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => Math.floor(performance.now()),
  after(delay, call) {
    const timer = setTimeout(call, delay)
    return () => clearTimeout(timer)
  },
}

/** A clock that stands still until `advance` moves it; due timers run in order. */
export interface ManualClock extends Clock {
  advance(by: number): void
  /** Somebody sets the date of the machine; no time passes. */
  setDate(by: number): void
  /** How many timers are due later than in so many ms: none, once whoever set them is closed. */
  waiting(beyond?: number): number
}

export function manualClock(start = 0): ManualClock {
  let passed = 0
  let date = start
  let timers: { at: number; call: () => void }[] = []
  return {
    now: () => date + passed,
    steady: () => passed,
    after(delay, call) {
      const timer = { at: passed + delay, call }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(by) {
      const end = passed + by
      for (let due = nextDue(end); due; due = nextDue(end)) {
        passed = due.at
        due.call()
      }
      passed = end
    },
    setDate(by) {
      date += by
    },
    waiting: (beyond = 0) => timers.filter(({ at }) => at > passed + beyond).length,
  }

  function nextDue(end: number): { at: number; call: () => void } | undefined {
    const due = timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0]
    timers = timers.filter((timer) => timer !== due)
    return due
  }
}

/** The outcome of `work` if it comes within `limit` ms; otherwise the error that `late` makes. The work itself goes on. */
export function within<T>(
  clock: Clock,
  work: Promise<T>,
  bound: { limit: number; late: () => Error },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(bound.limit, () => reject(bound.late()))
    work.then(resolve, reject).finally(cancel)
  })
}
