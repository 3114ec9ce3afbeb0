import { IrisError, type SessionId } from '../../contract/index.ts'
import type { OrchestratorDeps } from './deps.ts'

/** What hops are counted with. */
interface HopDeps extends Pick<OrchestratorDeps, 'config'> {
  sessions: Pick<OrchestratorDeps['sessions'], 'live' | 'lastTurn' | 'turnBefore'>
  /** When a person spoke last where it is passed on: what was before does not count. */
  resetAt?: number
}

/**
 * Teams that pass a message on for ever cost money and get nowhere: after so many hops without a word from a person
 * the next one is refused. A hop is a turn that one session told another; a turn of a person starts the count again.
 */
export function refuseHops({ sessions, config }: HopDeps, caller: SessionId): void {
  const limit = config().agent.hopLimit
  if (isPassedOn({ sessions, config }, caller))
    throw new IrisError('TELL_HOPS', `This was passed on ${limit} times without a word from a person.`)
}

/** Whether something was passed on so often, by tells and in rooms, that the session may not pass it on once more. */
export function isPassedOn({ sessions, config, resetAt }: HopDeps, caller: SessionId): boolean {
  const limit = config().agent.hopLimit
  let turn = sessions.live(caller).current?.row ?? sessions.lastTurn(caller)
  for (let hops = 0; hops < limit; hops += 1) {
    if (!turn || turn.fromSession === null || turn.acceptedAt <= (resetAt ?? -1)) return false
    turn = sessions.turnBefore(turn.fromSession, turn.acceptedSeq)
  }
  return true
}
