import { fieldsOf, textIn, type EventEnvelope, type EventType } from '../../contract/plain.ts'
import type { Column } from './plots.ts'

const hour = 3_600_000

/** What happened to agents, in the words of the plot. */
const poolMarks = [
  'started',
  'ended, done or idle',
  'ended to make room',
  'crashed',
  'waits for a slot',
] as const
type Mark = (typeof poolMarks)[number]

/** Kinds of events that the history of the pool is made of. */
export const poolEvents: string[] = ['agent.started', 'agent.exited', 'turn.waiting'] satisfies EventType[]

/** How the pool fared over the last hours: what happened in each, and the most agents alive at once in each. */
export interface PoolHistory {
  columns: Column[]
  alive: number[]
  totals: Readonly<Record<Mark, number>>
}

/** Read backwards from how many are alive now, so that nobody need remember who was alive when it began. */
export function poolHistory(
  events: readonly EventEnvelope[],
  facts: { now: number; alive: number; hours: number },
): PoolHistory {
  const { now, hours } = facts
  const end = Math.floor(now / hour) * hour + hour
  const begin = end - hours * hour
  const counts = Array.from({ length: hours }, () => new Map<Mark, number>())
  const alive = Array.from({ length: hours }, () => 0)
  let living = facts.alive
  let place = hours - 1
  alive[place] = living
  for (const event of events.toReversed()) {
    if (event.at < begin) break
    const own = Math.min(hours - 1, Math.floor((event.at - begin) / hour))
    // Between two events as many are alive as after the first of them.
    while (place > own) alive[(place -= 1)] = living
    living = Math.max(0, living - changeOf(event))
    alive[own] = Math.max(alive[own] ?? 0, living)
    const mark = markOf(event)
    if (mark) counts[own]?.set(mark, (counts[own]?.get(mark) ?? 0) + 1)
  }
  while (place > 0) alive[(place -= 1)] = living
  return { columns: counts.map((of, n) => columnOf(begin + n * hour, of)), alive, totals: totalsOf(counts) }
}

function columnOf(at: number, counts: ReadonlyMap<Mark, number>): Column {
  const parts = poolMarks.map((name) => ({ name, value: counts.get(name) ?? 0 }))
  return { at, parts, total: parts.reduce((sum, { value }) => sum + value, 0) }
}

function totalsOf(counts: readonly ReadonlyMap<Mark, number>[]): PoolHistory['totals'] {
  const sum = (mark: Mark): number => counts.reduce((all, of) => all + (of.get(mark) ?? 0), 0)
  return {
    started: sum('started'),
    'ended, done or idle': sum('ended, done or idle'),
    'ended to make room': sum('ended to make room'),
    crashed: sum('crashed'),
    'waits for a slot': sum('waits for a slot'),
  }
}

function changeOf({ type }: EventEnvelope): number {
  if (type === 'agent.started') return 1
  return type === 'agent.exited' ? -1 : 0
}

function markOf({ type, data }: EventEnvelope): Mark | undefined {
  if (type === 'agent.started') return 'started'
  if (type === 'turn.waiting') return textIn(data, 'for') === 'pool' ? 'waits for a slot' : undefined
  if (type !== 'agent.exited') return undefined
  const { code, signal, reason, endedFor } = fieldsOf(data)
  if (endedFor === 'room') return 'ended to make room'
  const isCrash = endedFor === undefined && (Boolean(code) || Boolean(signal) || reason === 'lost')
  return isCrash ? 'crashed' : 'ended, done or idle'
}
