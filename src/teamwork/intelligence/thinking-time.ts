import type { Clock } from '../../platform/clock/index.ts'

/** Time that is limited, and stands still while somebody else is waited for. */
export interface ThinkingTime {
  /** What the work gives, or a failure when the time is over. */
  limit<T>(work: Promise<T>): Promise<T>
  /** Stands still until what is returned is called. */
  hold(): () => void
}

export function createThinkingTime(
  clock: Clock,
  { most, late }: { most: number; late: () => Error },
): ThinkingTime {
  const holders = new Set<symbol>()
  let left = most
  let since = clock.steady()
  let isOver = false
  let fail: (error: Error) => void = () => undefined
  let cancel = clock.after(left, () => fail(late()))

  return {
    limit(work) {
      const failed = new Promise<never>((_, reject) => (fail = reject))
      return Promise.race([work, failed]).finally(() => {
        isOver = true
        cancel()
      })
    },
    hold() {
      const holder = Symbol('holder')
      if (holders.size === 0) pause()
      holders.add(holder)
      return () => {
        if (holders.delete(holder) && holders.size === 0 && !isOver) goOn()
      }
    },
  }

  function pause(): void {
    cancel()
    left = Math.max(0, left - (clock.steady() - since))
  }

  function goOn(): void {
    since = clock.steady()
    cancel = clock.after(left, () => fail(late()))
  }
}
