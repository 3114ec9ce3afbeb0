import { IrisError, type SessionId } from '../../contract/index.ts'
import type { OrchestratorDeps } from './deps.ts'

/**
 * Teams that pass a message on for ever cost money and get nowhere: after so many hops without a word from a person
 * the next one is refused. A hop is a turn that one session told another; a turn of a person starts the count again.
 */
export function refuseHops({ sessions, config }: OrchestratorDeps, caller: SessionId): void {
  const limit = config().agent.hopLimit
  let turn = sessions.live(caller).current?.row ?? sessions.lastTurn(caller)
  for (let hops = 0; hops < limit; hops += 1) {
    if (!turn || turn.fromSession === null) return
    turn = sessions.turnBefore(turn.fromSession, turn.acceptedSeq)
  }
  throw new IrisError('TELL_HOPS', `This was passed on ${limit} times without a word from a person.`)
}
