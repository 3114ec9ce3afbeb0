import type { AskSpan } from '../../core/inbox/index.ts'
import type { TurnMarkRow, TurnRow } from '../../core/sessions/index.ts'
import type { RunDeps } from './deps.ts'
import type { Facts } from './facts.ts'

const maxTurns = 1000

/** From when to when, by the steady clock; `Infinity` when that is not over. */
export interface Span {
  from: number
  to: number
}

/** The moment of a stored date; what has none is not over. */
type MomentOf = (date: number | null) => number

/** When a run waited for somebody since its time began, without overlaps, oldest first: from the asks alone, so that a restart changes nothing. */
export function stillness(deps: RunDeps, facts: Facts): Span[] {
  const { session, countedFrom } = facts.row
  const { asks, sessions, moments } = deps
  const moment: MomentOf = (date) => (date === null ? Infinity : moments.of(date))
  const own = asks.spans(session)
  const turns = own.some(({ holds }) => holds !== 'process') ? sessions.marks(session, maxTurns) : []
  const theirs = [...facts.told, ...facts.below].filter(
    ({ endedAt }) => moment(endedAt) > moment(countedFrom),
  )
  return merged([...own.flatMap((ask) => ownSpans(ask, turns, moment)), ...spansOfTold(deps, theirs, moment)])
}

/** How long a run stood still from one moment to another. */
export function stillFor(spans: readonly Span[], since: number, until: number): number {
  return spans.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - Math.max(from, since)),
    0,
  )
}

/** Whether a run stands still now. */
export function isStill(spans: readonly Span[]): boolean {
  return spans.at(-1)?.to === Infinity
}

/** What the leader asked in words holds it while it rests, not when it was told something else meanwhile. */
function ownSpans(ask: AskSpan, turns: readonly TurnMarkRow[], moment: MomentOf): Span[] {
  const { from, until, turn, holds } = ask
  const whole = { from: moment(from), to: moment(until) }
  if (holds === 'process') return [whole]
  const atWork = turns.filter(({ id }) => holds === 'rest' || id !== turn)
  return without(
    whole,
    atWork.map(({ acceptedAt, endedAt }) => ({ from: moment(acceptedAt), to: moment(endedAt) })),
  )
}

/** What another team asked while it did what it was told. */
function spansOfTold({ asks }: RunDeps, told: readonly TurnRow[], moment: MomentOf): Span[] {
  const ends = new Map(told.map(({ id, endedAt }) => [id, moment(endedAt)]))
  return [...new Set(told.map(({ session }) => session))]
    .flatMap((session) => asks.spans(session))
    .flatMap(({ from, until, turn, holds }) => {
      const end = turn === null ? undefined : ends.get(turn)
      return end === undefined || holds === 'rest'
        ? []
        : [{ from: moment(from), to: Math.min(moment(until), end) }]
    })
}

function without(whole: Span, holes: readonly Span[]): Span[] {
  return holes.reduce(
    (left, hole) =>
      left
        .flatMap(({ from, to }) => [
          { from, to: Math.min(to, hole.from) },
          { from: Math.max(from, hole.to), to },
        ])
        .filter(({ from, to }) => from < to),
    [whole],
  )
}

function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}
