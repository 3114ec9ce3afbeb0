import type { TurnEnding } from '../../contract/index.ts'
import type { TeammateRow, TurnRow } from '../../core/sessions/index.ts'
import { hasWorkers, isOpen, type Facts } from './facts.ts'

/** What Iris does next for a run. */
export type Step =
  | { kind: 'nothing' }
  /** Its leader said that all is done. */
  | { kind: 'prove' }
  /** Its leader was interrupted and must be told to go on. */
  | { kind: 'revive'; why: string; otherwise?: 'failed' | 'timed_out' }
  /** Its leader ended its turn with nothing under way. */
  | { kind: 'nudge' }
  /** Nothing goes on by itself any more: somebody has to say how. */
  | { kind: 'ask' }
  | { kind: 'stop'; reason: string }

const interruptions: Partial<Record<TurnEnding, string>> = {
  agent_died: 'your process died in the middle of a turn',
  response_timeout: 'you were silent for too long and your process was ended',
  failed: 'your last turn failed with an error of the model',
}

/** What to do next, from what is so; the same facts give the same step, so that a restart loses nothing. */
export function stepOf(facts: Facts): Step {
  const { row, current, isStirring, last } = facts
  if (facts.isDeleted) return { kind: 'stop', reason: 'Its session was deleted.' }
  if (row.summary !== null) return { kind: row.proofs === null ? 'prove' : 'nothing' }
  if (current || isStirring || !last) return { kind: 'nothing' }
  return stepAfter(facts, last)
}

/** What follows when a turn of the leader has ended and no other has begun. */
function stepAfter(facts: Facts, { how }: TurnRow): Step {
  const why = how && interruptions[how]
  if (why) return { kind: 'revive', why }
  if (lostTeammates(facts).length > 0) return { kind: 'revive', why: 'your process died while you waited' }
  if (hasWorkers(facts) || facts.asks.length > 0) return { kind: 'nothing' }
  const wasNudged = piecesOfWork(facts) <= (facts.row.nudgedAt ?? -1)
  return { kind: how === 'answered' && !wasNudged ? 'nudge' : 'ask' }
}

/** Teammates that ended with the leader's process, of which it has not heard in a turn since. */
export function lostTeammates({ inside, last }: Facts): TeammateRow[] {
  const since = last?.endedAt ?? last?.acceptedAt ?? 0
  return inside.filter((one) => one.isLost === 1 && !isOpen(one) && (one.endedAt ?? 0) >= since)
}

/** How many pieces of work were handed out. */
export function piecesOfWork({ inside, told }: Facts): number {
  return inside.reduce((sum, { tasks }) => sum + tasks, told.length)
}
