import { IrisError, type SessionId, type TurnId } from '../../contract/index.ts'
import { teamOf, type OrchestratorDeps } from './deps.ts'
import type { Limited, Orchestrator } from './orchestrator.ts'

/** What a person decides about turns that met a limit. */
export function retrying(deps: OrchestratorDeps): Pick<Orchestrator, 'retry' | 'leave'> {
  const { sessions } = deps
  return {
    retry(caller, of) {
      const released = waiting(deps, of).filter(({ session, turn }) =>
        sessions.release(session, turn, caller.name),
      )
      return { turns: released.map(({ turn }) => turn) }
    },
    async leave(of) {
      const turns: TurnId[] = []
      for (const { session, turn } of waiting(deps, of))
        if (await isDropped(deps, session, turn)) turns.push(turn)
      return { turns }
    },
  }
}

function waiting(deps: OrchestratorDeps, { team, turn }: Limited): { turn: TurnId; session: SessionId }[] {
  const name = team === undefined ? undefined : teamOf(deps, team).name
  return deps.sessions.retries(name).filter((one) => turn === undefined || one.turn === turn)
}

/** Unless it has begun or ended meanwhile. */
async function isDropped({ sessions }: OrchestratorDeps, session: SessionId, turn: TurnId): Promise<boolean> {
  try {
    await sessions.drop(session, turn)
    return true
  } catch (error) {
    if (error instanceof IrisError && ['TURN_BEGUN', 'TURN_ENDED'].includes(error.code)) return false
    throw error
  }
}
