import type { RunId, TurnEnding, TurnId } from '../../contract/index.ts'
import type { Told } from '../../core/sessions/index.ts'
import type { Append } from '../../core/store/index.ts'
import type { RunDeps } from './deps.ts'
import { reportOf } from './messages.ts'
import type { RunRow } from './rows.ts'

const preview = 300
const maxOwed = 1000

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
  if (!step.isAwaited && row.verdict === null) report(deps, row, turn.id)
}

/** Who did not wait for the answer gets it as a message of its own, and is woken by it; later when its queue is full. */
function report(deps: RunDeps, { id, owed }: RunRow, turn: TurnId): void {
  if (owed.length >= maxOwed) deps.logger.error('an answer did not reach its run', { turn })
  else deps.rows.set(id, { owed: [...owed, turn] })
  putReports(deps, id)
}

/** Puts the reports that a leader has not got yet, oldest first; false when some are left for another time. */
export function putReports({ rows, log, sessions, logger }: RunDeps, run: RunId): boolean {
  const row = rows.get(run)
  if (!row) return true
  const { session, owed } = row
  try {
    for (const [at, turn] of owed.entries())
      log.write(() => {
        put(turn)
        rows.set(run, { owed: owed.slice(at + 1) })
      })
    return true
  } catch (error) {
    // The end of a turn must not fail because the leader's queue is full.
    logger.warn('an answer has to wait', { run, err: error })
    return false
  }

  function put(id: TurnId): void {
    const turn = sessions.turn(id)
    const { how, advice } = turn
    const message = reportOf(turn, { how: how ?? 'failed', answer: sessions.answerOf(turn), advice })
    sessions.put({ session, message, author: sessions.byId(turn.session).team, fromSession: null })
  }
}

const unfinished: ReadonlySet<TurnEnding> = new Set(['stopped', 'deleted', 'cancelled'])

/** What the end of a turn means for the work it was. */
export function endingOf(how: TurnEnding): 'completed' | 'failed' | 'stopped' {
  if (how === 'answered') return 'completed'
  return unfinished.has(how) ? 'stopped' : 'failed'
}
