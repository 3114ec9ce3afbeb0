import type { SessionId, StageId, TurnId } from '../../../contract/index.ts'
import { irisName } from '../../../core/agents/index.ts'
import type { Heard } from './hearing.ts'
import type { OpenStage } from './rows.ts'
import type { StageContext } from './context.ts'

/** A stage is booked as a turn in a session of its own, which nobody else has. */
const sessionOf = (stage: StageId): SessionId => `ses_${stage.slice('stg_'.length)}`
const turnOf = (stage: StageId): TurnId => `trn_${stage.slice('stg_'.length)}`

/** Which budget is spent, in words: that of the role, or that of the Iris agent, which pays as for its chat. */
export function overBudget({ usage, config }: StageContext, { stage, role }: OpenStage): string | undefined {
  const session = sessionOf(stage)
  usage.countFor(session, [{ kind: 'stage', name: role }])
  const over = usage.overScope(session) ?? usage.overBudget(config().agent.budget, irisName)
  usage.countFor(session, [])
  return over
}

/** Records how a stage ended and what it cost; who began it does its part in the same transaction. */
export function endStage(
  { log, clock, usage, rows }: StageContext,
  { stage, role, subject, model, beganAt }: OpenStage,
  heard: Heard,
): void {
  log.write((append) => {
    const at = clock.now()
    rows.end(stage, at, heard)
    const { how, why, costUsd, rehearsed, tokens } = heard
    if (how === 'answered' || costUsd > 0) {
      const own = { turn: turnOf(stage), session: sessionOf(stage), team: irisName }
      usage.countFor(own.session, [{ kind: 'stage', name: role }])
      usage.record({ ...own, model, costUsd, tokens, rehearsed }, append)
      usage.countFor(own.session, [])
    }
    // Wall time: it is only shown.
    const durationMs = Math.max(0, at - beganAt)
    append({ type: 'stage.ended', data: { stage, role, subject, how, why, costUsd, durationMs } })
  })
}
