import type { Clock } from '../../platform/clock/index.ts'

const lasts = 60_000
const maxPages = 100

/** Whether somebody looks at a page. A page that says nothing for a minute is taken for closed. */
export interface Presence {
  report(page: string, isLooking: boolean): { present: boolean; forMs: number }
  isPresent(): boolean
}

export function createPresence(clock: Clock): Presence {
  const pages = new Map<string, number>()
  return {
    report(page, isLooking) {
      pages.delete(page)
      if (isLooking) pages.set(page, clock.steady() + lasts)
      const [oldest] = pages.keys()
      if (pages.size > maxPages && oldest !== undefined) pages.delete(oldest)
      return { present: isPresent(), forMs: lasts }
    },
    isPresent,
  }

  function isPresent(): boolean {
    return [...pages.values()].some((until) => until > clock.steady())
  }
}
