import { ageDefaults, maxGivingWay, urgencyOf, type AgeSettings, type Wanting } from './preemption.ts'

/** Who holds files that another task wants. */
export interface Owner {
  id: string
  /** The higher goes first. */
  priority: number
  /** How often it gave files up to others already. */
  gaveWay: number
}

/** Who gets the files; a holder gives them up only where its work is saved. */
export interface ConflictRuling {
  action: 'GRANT' | 'DENY' | 'PREEMPT'
  target: string
  why: string
}

/** Two tasks want the same files: the first keeps them, unless the other is more urgent by now and waits for it alone. */
export function judgeConflict(
  requester: Wanting,
  owners: readonly Owner[],
  settings: AgeSettings = ageDefaults,
): ConflictRuling {
  const [owner, ...others] = owners
  if (!owner) return { action: 'GRANT', target: requester.id, why: 'Nobody has the files.' }
  const isMoreUrgent = others.length === 0 && urgencyOf(requester, settings) > owner.priority
  if (isMoreUrgent && owner.gaveWay >= maxGivingWay)
    return {
      action: 'DENY',
      target: requester.id,
      why: `${owner.id} gave way ${maxGivingWay} times and keeps the files until it is done.`,
    }
  if (isMoreUrgent)
    return {
      action: 'PREEMPT',
      target: owner.id,
      why: `${requester.id} is more urgent by now; ${owner.id} gives way where its work is saved.`,
    }
  const names = owners.map(({ id }) => id).join(', ')
  return {
    action: 'DENY',
    target: requester.id,
    why: `${names} ${others.length === 0 ? 'has' : 'have'} the files. ${requester.id} waits, and grows more urgent.`,
  }
}
