import type { TurnEnding } from '../../contract/index.ts'
import type { TeammateRow, TurnRow } from '../../core/sessions/index.ts'
import { hasWorkers, isOpen, type Facts } from './facts.ts'

/** What Iris does next for a run. */
export type Step =
  | { kind: 'nothing' }
  /** Its leader said that all is done. */
  | { kind: 'check' }
  /** Its leader was interrupted and must be told to go on. */
  | { kind: 'revive'; why: string; otherwise?: 'failed' | 'timed_out' }
  /** Its leader ended its turn with nothing under way. */
  | { kind: 'nudge' }
  | { kind: 'stop'; reason: string }

const interruptions: Partial<Record<TurnEnding, string>> = {
  agent_died: 'your process died in the middle of a turn',
  response_timeout: 'you were silent for too long and your process was ended',
  failed: 'your last turn failed with an error of the model',
  quota: 'the account had reached its limit; it is lifted now',
}

/** What to do next, from what is so; the same facts give the same step, so that a restart loses nothing. */
export function stepOf(facts: Facts): Step {
  const { row, current, isStirring, last } = facts
  if (row.summary !== null) return { kind: row.checks === null ? 'check' : 'nothing' }
  if (current || isStirring || !last) return { kind: 'nothing' }
  return stepAfter(facts, last)
}

/** What follows when a turn of the leader has ended and no other has begun. */
function stepAfter(facts: Facts, { how, advice }: TurnRow): Step {
  if (how === 'budget') return { kind: 'stop', reason: advice ?? 'The budget of the team is spent.' }
  if (how === 'deleted') return { kind: 'stop', reason: 'Its session was deleted.' }
  const why = how && interruptions[how]
  if (why) return { kind: 'revive', why }
  if (lostTeammates(facts).length > 0) return { kind: 'revive', why: 'your process died while you waited' }
  if (hasWorkers(facts) || facts.asks.length > 0 || how !== 'answered') return { kind: 'nothing' }
  return tasksOf(facts) > (facts.row.nudgedAt ?? -1) ? { kind: 'nudge' } : { kind: 'nothing' }
}

/** Teammates that ended with the leader's process, of which it has not heard in a turn since. */
export function lostTeammates({ inside, last }: Facts): TeammateRow[] {
  const since = last?.endedAt ?? last?.acceptedAt ?? 0
  return inside.filter((one) => one.isLost === 1 && !isOpen(one) && (one.endedAt ?? 0) >= since)
}

/** How many pieces of work were handed out. */
export function tasksOf({ inside, told }: Facts): number {
  return inside.reduce((sum, { tasks }) => sum + tasks, told.length)
}
