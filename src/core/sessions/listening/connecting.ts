import type { AgentId, SessionId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import type { AgentEvent } from '../../transport/index.ts'
import type { Effect, LiveSession, SessionsContext } from '../context.ts'

/** The name under which every agent is given the tools of Iris. */
const iris = 'iris'

/** Says so when an agent begins a turn without a connection to Iris, and when it has one again. */
export function onTurnStarted(live: LiveSession, agent: AgentId, event: AgentEvent): Effect | undefined {
  if (event.kind !== 'turn-started' || event.subagent || !event.mcpServers) return undefined
  // One that its machine forbids is not even listed.
  const status = event.mcpServers.find(({ name }) => name === iris)?.status ?? 'absent'
  const cutOff = status === 'connected' ? null : status.slice(0, 40)
  if (cutOff === (live.context.rows.agentById.get(agent)?.cutOff ?? null)) return undefined
  return (append) => note(live, { agent, cutOff }, append)
}

/** It is known without its saying so. */
export function noteConnection(live: LiveSession, agent: AgentId, cutOff: string): void {
  live.context.log.write((append) => note(live, { agent, cutOff }, append))()
}

function note(
  { context, id: session }: LiveSession,
  { agent, cutOff }: { agent: AgentId; cutOff: string | null },
  append: Append,
): () => void {
  const about = { session, agent }
  context.rows.setCutOff.run(cutOff, agent)
  if (cutOff === null) append({ type: 'agent.reconnected', ...about, data: {} })
  else append({ type: 'agent.disconnected', ...about, data: { status: cutOff } })
  return () => {
    if (cutOff !== null)
      context.logger.warn('an agent has no connection to Iris', { ...about, status: cutOff })
  }
}

/** How the CLI calls it when the agent of a session has no connection to Iris; null when it has one, or none runs. */
export function cutOffOf({ rows }: SessionsContext, session: SessionId): string | null {
  return rows.livingAgentOf.get(session)?.cutOff ?? null
}
