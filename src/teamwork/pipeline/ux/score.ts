import type { UxBarrier, UxJourney } from '../../../contract/index.ts'

const weights = { done: 50, inTime: 20, open: 30 }
const costs: Readonly<Record<UxBarrier['impact'], number>> = {
  critical: 0.5,
  serious: 0.25,
  moderate: 0.1,
  minor: 0.05,
}

/** Half for journeys that came to their end, a fifth for those in the expected time, the rest for pages without barriers. */
export function scoreOf(journeys: readonly UxJourney[], barriers: readonly UxBarrier[]): number | null {
  if (journeys.length === 0) return null
  const done = journeys.filter(({ isDone }) => isDone)
  const inTime = done.filter(({ actualMs, expectedMs }) => actualMs <= expectedMs)
  const lost = barriers.reduce((sum, { impact }) => sum + costs[impact], 0)
  const share = (some: readonly unknown[]): number => some.length / journeys.length
  return Math.round(
    weights.done * share(done) + weights.inTime * share(inTime) + weights.open * Math.max(0, 1 - lost),
  )
}
