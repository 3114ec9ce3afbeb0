/** Who wants files that another holds, and for how long already. */
export interface Wanting {
  id: string
  /** The higher goes first. */
  priority: number
  waitedMin: number
}

export interface AgeSettings {
  /** Each so many minutes of waiting make a task more urgent by 1. */
  minutes: number
}

export const ageDefaults: AgeSettings = { minutes: 10 }

/** How often a task gives way: two that are as urgent as each other would take turns without end. */
export const maxGivingWay = 3

/** How urgent a task is that waits: it gains with time, so that none waits for ever. */
export function urgencyOf(
  { priority, waitedMin }: Pick<Wanting, 'priority' | 'waitedMin'>,
  { minutes }: AgeSettings = ageDefaults,
): number {
  return priority + Math.floor(waitedMin / minutes)
}

/** Whether a holder gives its files up, and for whom. */
export interface PreemptionRuling {
  preempt: boolean
  /** Those who are more urgent than the holder, the most urgent first. */
  for: string[]
}

/** A holder gives way only at a checkpoint, only to who is more urgent than itself, and only so often. */
export function judgePreemption(
  holder: { priority: number; atCheckpoint: boolean; gaveWay: number },
  waiting: readonly Wanting[],
  settings: AgeSettings = ageDefaults,
): PreemptionRuling {
  if (!holder.atCheckpoint || holder.gaveWay >= maxGivingWay) return { preempt: false, for: [] }
  const urgent = waiting
    .map((one) => ({ id: one.id, urgency: urgencyOf(one, settings) }))
    .filter(({ urgency }) => urgency > holder.priority)
    .toSorted((one, other) => other.urgency - one.urgency)
  return { preempt: urgent.length > 0, for: urgent.map(({ id }) => id) }
}
