import type { EventEnvelope, EventType } from '../../contract/plain.ts'
import { fieldsOf, textIn, type Took } from '../views/index.ts'

/** The turn under way in a tail: since when, and how long it stood still for an answer. */
export interface TailTurn {
  id: string
  acceptedAt: number | null
  begunAt: number | null
  /** The asks for which it stands still, and since when. */
  asks: readonly string[]
  stillSince: number
  stillMs: number
}

export const noTurn: TailTurn = {
  id: '',
  acceptedAt: null,
  begunAt: null,
  asks: [],
  stillSince: 0,
  stillMs: 0,
}

/** The turn under way after an event. */
export function turnAfter(turn: TailTurn, event: EventEnvelope): TailTurn {
  const { type, data, at, turn: of = '' } = event
  if (type === 'turn.delivered') {
    const acceptedAt = turn.id === of ? turn.acceptedAt : null
    return { ...noTurn, id: of, acceptedAt, begunAt: at }
  }
  if (type === 'turn.ended') return turn.id === of ? noTurn : turn
  const ask = textIn(data, 'ask')
  if (type === 'ask.opened' && fieldsOf(data)['holds'] !== false)
    return { ...turn, asks: [...turn.asks, ask], stillSince: turn.asks.length === 0 ? at : turn.stillSince }
  if (!closing.has(type) || !turn.asks.includes(ask)) return turn
  const asks = turn.asks.filter((other) => other !== ask)
  return { ...turn, asks, stillMs: turn.stillMs + (asks.length === 0 ? at - turn.stillSince : 0) }
}

const closing: ReadonlySet<string> = new Set<EventType>(['ask.answered', 'ask.dismissed', 'ask.withdrawn'])

/** How long the turn took when it ends; null where its beginning is not known. */
export function tookAt(
  { acceptedAt, begunAt, asks, stillSince, stillMs }: TailTurn,
  at: number,
): Took | null {
  if (begunAt === null) return null
  const waitedMs = stillMs + (asks.length > 0 ? at - stillSince : 0)
  const workedMs = Math.max(0, at - begunAt - waitedMs)
  return { workedMs, waitedMs, queuedMs: begunAt - (acceptedAt ?? begunAt) }
}
