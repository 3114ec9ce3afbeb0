import type { AgentProcess, SessionId } from '../../contract/index.ts'
import type { Sessions } from '../sessions/index.ts'
import { memoryOf } from '../../platform/process/index.ts'

/** The living agents with what their processes take. */
export function agentProcesses(deps: {
  sessions: Pick<Sessions, 'pool' | 'isBusy'>
  /** Whose session it is, and what it is at. */
  sessionOf: (session: SessionId) => Pick<AgentProcess, 'from' | 'state'>
}): AgentProcess[] {
  const living = deps.sessions.pool.list()
  const memory = memoryOf(living.flatMap(({ pid }) => pid ?? []))
  return living.map(({ agent, session, team, pid, lastUsedAt }) => {
    const { from, state } = deps.sessionOf(session)
    const taken = pid === null ? undefined : memory.get(pid)
    return {
      agent: agent.id,
      session,
      team,
      from,
      pid,
      memory: taken?.bytes ?? null,
      processes: taken?.processes ?? 0,
      state,
      atWork: deps.sessions.isBusy(session),
      lastUsedAt,
    }
  })
}
