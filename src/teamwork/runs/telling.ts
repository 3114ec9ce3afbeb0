import type { RunId, TurnEnding } from '../../contract/index.ts'
import type { Told, TurnRow } from '../../core/sessions/index.ts'
import type { Append } from '../../core/store/index.ts'
import type { RunDeps } from './deps.ts'
import { reportOf } from './messages.ts'

const preview = 300

/** A leader told another team something, or that has ended: part of the same transaction. */
export function onTold(deps: RunDeps, run: RunId, { told, append }: { told: Told; append: Append }): void {
  const row = deps.rows.get(run)
  const { turn, step } = told
  if (!row) return
  const teammate = turn.session
  const { session } = row
  if (step === 'put') {
    const { team } = deps.sessions.byId(turn.session)
    const description = turn.message.slice(0, preview)
    const who = { teammate, form: 'team' as const, role: null, name: team, description }
    append({ type: 'teammate.started', session, data: { ...who, session: turn.session, turn: turn.id } })
    return
  }
  const how = endingOf(step.ended)
  const data = { teammate, how, summary: step.text.slice(0, preview), tokens: null }
  append({ type: 'teammate.ended', session, data })
  if (!step.isAwaited && row.verdict === null) report(deps, { turn, session, ...step })
}

/** Who did not wait for the answer gets it as a message of its own, and is woken by it. */
function report(
  { sessions, logger }: RunDeps,
  told: { turn: TurnRow; session: TurnRow['session']; ended: TurnEnding; text: string },
): void {
  const { turn, session, ended, text } = told
  try {
    const { team } = sessions.byId(turn.session)
    const { advice } = sessions.turn(turn.id)
    const message = reportOf(turn, { how: ended, text, advice })
    sessions.put({ session, message, author: team, fromSession: null })
  } catch (error) {
    // The end of a turn must not fail because the leader's queue is full; the answer is in its report.
    logger.error('an answer did not reach its run', { turn: turn.id, err: error })
  }
}

function endingOf(how: TurnEnding): 'completed' | 'failed' | 'stopped' {
  if (how === 'answered') return 'completed'
  return how === 'stopped' || how === 'deleted' ? 'stopped' : 'failed'
}
