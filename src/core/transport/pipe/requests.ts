import { unreachable } from '../../../platform/lib/index.ts'
import type { Agents } from './agents.ts'
import type { Request } from './protocol.ts'

/** What a request gives back: a value for the header, and bytes. */
export interface Answer {
  ok: unknown
  body?: Buffer
}

/** The requests that concern agents and no connection. */
export type AgentRequest = Exclude<Request, { op: 'hello' | 'list' | 'attach' | 'detach' | 'shutdown' }>

/** Performs a request on the agent it names. */
export async function performOnAgent(agents: Agents, request: AgentRequest, body: Buffer): Promise<Answer> {
  if (request.op === 'spawn') {
    const { pid, identity } = (await agents.spawn(request)).describe()
    return { ok: { pid, identity } }
  }
  if (request.op === 'forget') {
    agents.forget(request.id)
    return { ok: {} }
  }
  const agent = agents.get(request.id)
  switch (request.op) {
    case 'write':
      return { ok: { repeated: await agent.write(request.key, body) } }
    case 'signal':
      return { ok: { sent: agent.signal(request.signal) } }
    case 'end':
      return { ok: { left: await agent.end(request) } }
    case 'stderr':
      return { ok: {}, body: agent.stderr() }
    case 'closeStdin':
      agent.closeStdin()
      return { ok: {} }
    case 'trim':
      agent.spool.trim(request.before)
      return { ok: {} }
    default:
      return unreachable(request)
  }
}
