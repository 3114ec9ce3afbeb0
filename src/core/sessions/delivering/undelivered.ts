import { IrisError } from '../../../contract/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { sessionOf, type LiveSession } from '../context.ts'
import { endNow, saidSoFar, type Ended } from '../ending/endings.ts'
import { putBack } from '../live-session.ts'
import type { TurnRow } from '../tables/rows.ts'
import { causeOfError, holdStart, inVain, sayHeld, wordsOf, type Vain } from './failed-starts.ts'

/** When not even the failure can be recorded (the disk is full) the turn stays queued, and the queue is tried again. */
export function settleUndelivered(live: LiveSession, turn: TurnRow, error: unknown): void {
  try {
    onUndelivered(live, turn, error)
  } catch (unrecorded) {
    if (live.current?.row.id === turn.id) putBack(live)
    throw unrecorded
  }
}

function onUndelivered(live: LiveSession, turn: TurnRow, error: unknown): void {
  const { context } = live
  const isOver = context.rows.turnById.get(turn.id)?.endedAt !== null
  if (isOver || (live.current && live.current.row.id !== turn.id)) return
  context.logger.error('delivery failed', { turn: turn.id, err: error })
  if (error instanceof IrisError && error.code === 'BODY_TOO_LARGE') return fail(live, turn, messageOf(error))
  const vain = inVain(live, causeOfError(error), turn)
  recordFailure(live, vain)
  holdStart(live, vain)
  if (vain.isGivenUp) return endNow(live, startFailed(live, turn, wordsOf(vain.cause)))
  putBack(live)
  sayHeld(live, turn, vain)
}

function fail(live: LiveSession, turn: TurnRow, advice: string): void {
  endNow(live, { turn, how: 'failed', text: saidSoFar(live), advice })
}

function startFailed(live: LiveSession, turn: TurnRow, advice: string): Ended {
  return { turn, how: 'failed', text: saidSoFar(live), advice, cause: 'start' }
}

/** Once for each reason: a folder that is away for a night is looked for ten thousand times. */
function recordFailure(live: LiveSession, { cause, failure }: Vain): void {
  const { reason, advice } = cause
  if (live.startFailure?.reason === reason) return
  const data = { team: sessionOf(live).team, reason, advice, tries: failure.tries }
  live.context.log.write((append) => append({ type: 'agent.start_failed', session: live.id, data }))
}
