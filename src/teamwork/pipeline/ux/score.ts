import type { UxBarrier, UxJourney, UxPart } from '../../../contract/index.ts'

const weights = { done: 50, in_time: 20, open: 30 }
const costs: Readonly<Record<UxBarrier['impact'], number>> = {
  critical: 0.5,
  serious: 0.25,
  moderate: 0.1,
  minor: 0.05,
}

/** Half for journeys that came to their end, a fifth for those in the expected time, the rest for pages without barriers. */
export function partsOf(journeys: readonly UxJourney[], barriers: readonly UxBarrier[]): UxPart[] {
  if (journeys.length === 0) return []
  const done = journeys.filter(({ isDone }) => isDone)
  const inTime = done.filter(({ actualMs, expectedMs }) => actualMs <= expectedMs)
  const lost = barriers.reduce((sum, { impact }) => sum + costs[impact], 0)
  const part = (name: UxPart['part'], share: number): UxPart => ({
    part: name,
    points: weights[name] * share,
    most: weights[name],
  })
  return [
    part('done', done.length / journeys.length),
    part('in_time', inTime.length / journeys.length),
    part('open', Math.max(0, 1 - lost)),
  ]
}

/** What the parts come to; without a journey there is no score. */
export function scoreOf(journeys: readonly UxJourney[], barriers: readonly UxBarrier[]): number | null {
  const parts = partsOf(journeys, barriers)
  return parts.length === 0 ? null : Math.round(parts.reduce((sum, { points }) => sum + points, 0))
}
