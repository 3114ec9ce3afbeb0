import {
  endingWords,
  fieldsOf,
  oneLine,
  textIn,
  type EventEnvelope,
  type EventType,
  type TurnMark,
} from '../../contract/plain.ts'
import type { Span, Timeline } from './spans.ts'
import { queueSpans } from './queue-spans.ts'
import { waitSpans } from './waits.ts'

/** Kinds of events that a timeline is made of, besides the turns. */
export const laneEvents: string[] = [
  'teammate.started',
  'teammate.ended',
  'ask.opened',
  'ask.answered',
  'ask.dismissed',
  'ask.withdrawn',
] satisfies EventType[]

/** Lanes of a session: its turns, what they waited for, and the teammates that worked meanwhile. */
export function timelineOf(facts: {
  agent: string
  turns: readonly TurnMark[]
  events: readonly EventEnvelope[]
  now: number
}): Timeline {
  const { agent, turns, events, now } = facts
  const asked = askSpans(events, now)
  const spans = turns.flatMap((turn) => spansOf(turn, now))
  const queued = spans.filter(({ kind }) => kind === 'queued')
  const worked = spans.filter(({ kind }) => kind !== 'queued')
  const busy = [...worked.flatMap((span) => apart(span, asked)), ...asked]
  const own = [...queueSpans(queued, busy), ...busy]
  const mates = teammateLanes(events, now)
  const lanes = [{ name: agent, spans: [...own, ...waitSpans(own, mates)] }, ...mates]
  const all = lanes.flatMap((lane) => lane.spans)
  return {
    from: Math.min(now, ...all.map(({ from }) => from)),
    to: Math.max(0, ...all.map(({ to }) => to)),
    lanes,
  }
}

function spansOf(turn: TurnMark, now: number): Span[] {
  const { acceptedAt, deliveredAt, endedAt, seq, how } = turn
  const words = `${turn.author === 'user' ? 'You' : turn.author}: ${oneLine(turn.preview, 80)}`
  const begun = deliveredAt ?? endedAt ?? now
  const spans: Span[] = []
  if (begun > acceptedAt)
    spans.push({ from: acceptedAt, to: begun, kind: 'queued', words: `queued: ${words}`, seq })
  if (deliveredAt === null) return spans
  const bad = how !== null && how !== 'answered'
  const end = how === null ? '' : ` (${endingWords[how]})`
  spans.push({
    from: deliveredAt,
    to: endedAt ?? now,
    kind: bad ? 'failed' : 'work',
    words: words + end,
    seq,
  })
  return spans
}

/** Who waits for an answer does not work meanwhile: what is left of a span without the asks. */
function apart(span: Span, asked: readonly Span[]): Span[] {
  return asked.reduce<Span[]>(
    (pieces, { from, to }) =>
      pieces
        .flatMap((piece) => [
          { ...piece, to: Math.min(piece.to, from) },
          { ...piece, from: Math.max(piece.from, to) },
        ])
        .filter((piece) => piece.from < piece.to),
    [span],
  )
}

function askSpans(events: readonly EventEnvelope[], now: number): Span[] {
  const open = new Map<string, Span>()
  const spans: Span[] = []
  for (const { type, data, at, seq } of events) {
    const ask = textIn(data, 'ask')
    // Only an ask that holds its agent is time spent waiting.
    if (type === 'ask.opened' && fieldsOf(data)['holds'] !== false) {
      const span: Span = {
        from: at,
        to: now,
        kind: 'asked',
        words: `waits for you: ${oneLine(textIn(data, 'text'), 80)}`,
        seq,
      }
      open.set(ask, span)
      spans.push(span)
    }
    const asked = open.get(ask)
    if (asked && type !== 'ask.opened') asked.to = at
  }
  return spans
}

function teammateLanes(events: readonly EventEnvelope[], now: number): Timeline['lanes'] {
  const lanes = new Map<string, { name: string; spans: Span[] }>()
  for (const { type, data, at, seq } of events) {
    const id = textIn(data, 'teammate')
    if (type === 'teammate.started') {
      const lane = lanes.get(id) ?? { name: textIn(data, 'name') || textIn(data, 'role'), spans: [] }
      lanes.set(id, lane)
      lane.spans.push({
        from: at,
        to: now,
        kind: 'work',
        words: oneLine(textIn(data, 'description'), 80),
        seq,
      })
    }
    const last = lanes.get(id)?.spans.at(-1)
    if (type !== 'teammate.ended' || !last) continue
    last.to = at
    if (textIn(data, 'how') === 'failed') last.kind = 'failed'
  }
  return [...lanes.values()]
}
