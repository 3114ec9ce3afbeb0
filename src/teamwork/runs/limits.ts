import type { RunLimit } from '../../contract/index.ts'
import { calledOf } from '../../core/sessions/index.ts'
import type { Moments } from '../../platform/clock/index.ts'
import { isOpen, type Facts } from './facts.ts'
import { isStill, stillFor, type Span } from './stillness.ts'

const warnAt = 0.8

/** How much of one limit is used. */
export interface Measure {
  /** What is measured, for the warnings that were given. */
  key: string
  limit: RunLimit
  used: number
  allowed: number
  /** Whose work takes long, when it is a teammate's. */
  teammate: string | null
  /** What to end when the limit strikes. */
  ends: 'run' | 'turn' | { inside: string } | { told: string }
}

/** What time it is for a run, by the steady clock: no time passes while it stands still. */
export interface RunTime {
  steady: number
  still: readonly Span[]
  moments: Moments
}

/** All that is limited in a run at this moment. */
export function measuresOf(facts: Facts, time: RunTime): Measure[] {
  const { costUsd, timeMs, turns, turnMs } = facts.row.limits
  const whole = { teammate: null, ends: 'run' as const }
  return [
    ...measure(costUsd, { key: 'cost', limit: 'cost', used: facts.cost, ...whole }),
    ...measure(timeMs, { key: 'time', limit: 'time', used: passed(time, facts.row.countedFrom), ...whole }),
    ...measure(turns, { key: 'turns', limit: 'turns', used: facts.turns, ...whole }),
    ...(turnMs === null ? [] : timedWork(facts, time).flatMap((work) => measure(turnMs, work))),
  ]
}

function measure(allowed: number | null, rest: Omit<Measure, 'allowed'>): Measure[] {
  return allowed === null ? [] : [{ allowed, ...rest }]
}

/** How much of the time since then counts. */
function passed({ steady, still, moments }: RunTime, date: number | null): number {
  if (date === null) return 0
  const since = moments.of(date)
  return steady - since - stillFor(still, since, steady)
}

/** What takes time: the leader's turn, and what its teammates were given. */
function timedWork({ current, inside, told }: Facts, time: RunTime): Omit<Measure, 'allowed'>[] {
  const own = current && !inside.some(isOpen) && !told.some(isOpen) ? [current] : []
  return [
    ...own.map(({ id, deliveredAt }) => ({
      key: `turn ${id}`,
      limit: 'turn' as const,
      used: passed(time, deliveredAt),
      teammate: null,
      ends: 'turn' as const,
    })),
    ...inside.filter(isOpen).map((one) => ({
      key: `task ${one.id} ${one.tasks}`,
      limit: 'turn' as const,
      used: passed(time, one.taskStartedAt),
      teammate: calledOf(one),
      ends: { inside: one.id },
    })),
    ...told.filter(isOpen).map((one) => ({
      key: `told ${one.id}`,
      limit: 'turn' as const,
      used: passed(time, one.deliveredAt),
      teammate: one.session,
      ends: { told: one.id },
    })),
  ]
}

/** Whether a limit strikes; the last allowed turn may run to its end. */
export function strikes({ limit, used, allowed }: Measure): boolean {
  return limit === 'turns' ? used > allowed : used >= allowed
}

export function isNear({ used, allowed }: Measure): boolean {
  return used >= allowed * warnAt
}

/** How many ms until a limit of time is near, or strikes; undefined when only events bring it nearer. */
export function timeLeft({ limit, used, allowed }: Measure, { still }: RunTime): number | undefined {
  if ((limit !== 'time' && limit !== 'turn') || isStill(still)) return undefined
  const next = used < allowed * warnAt ? allowed * warnAt : allowed
  return Math.max(1, Math.ceil(next - used))
}

/** A limit in words. */
export function inWords({ limit, allowed }: Measure): string {
  if (limit === 'cost') return `its cost limit of $${allowed}`
  if (limit === 'turns') return `its limit of ${allowed} turns`
  const minutes = allowed / 60_000
  const time = minutes >= 1 ? `${Math.round(minutes * 10) / 10} min` : `${allowed / 1000} s`
  return limit === 'time' ? `its time limit of ${time}` : `the limit of ${time} for one turn`
}
