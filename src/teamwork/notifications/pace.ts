import type { NewsKind } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'

/** What happens at once is gathered for a moment; more of a kind that was told of late is gathered for longer. */
const moment = 500
const longest = 30_000
const oflate = 60_000

/** How one way gathers news, so that ten teams that crash together are one notification. */
export interface Pace {
  /** After how long to look again at what was gathered. */
  moment: number
  /** Whether it is time to tell, after so many ms. */
  isTime(kinds: Iterable<NewsKind>, waited: number): boolean
  /** These were told just now. */
  note(kinds: Iterable<NewsKind>): void
}

export function createPace(clock: Clock): Pace {
  const told = new Map<NewsKind, number>()
  return {
    moment,
    isTime: (kinds, waited) => waited >= longest || [...kinds].some((kind) => !isOfLate(kind)),
    note(kinds) {
      for (const kind of kinds) told.set(kind, clock.steady())
    },
  }

  function isOfLate(kind: NewsKind): boolean {
    const at = told.get(kind)
    return at !== undefined && clock.steady() - at < oflate
  }
}
