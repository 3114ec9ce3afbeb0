import { IrisError } from '../../../contract/plain.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { pastAgent, startAgent, type Agent, type AgentDeps } from './agent.ts'
import type { Spawn } from './protocol.ts'
import { createRecords } from './records.ts'

const endGraceMs = 5000

/** Every agent the pipe knows, running or past. */
export interface Agents {
  list(): Agent[]
  get(id: string): Agent
  spawn(request: Spawn): Promise<Agent>
  forget(id: string): void
  hasRunning(): boolean
  /** Ends all that run; later spawns are refused. */
  close(): Promise<void>
}

/** Takes over the folder: agents a dead pipe left are ended and listed as past. */
export async function openAgents(options: { folder: string; clock: Clock }): Promise<Agents> {
  const deps: AgentDeps = { ...options, records: createRecords(options.folder) }
  const past = await Promise.all(deps.records.ids().map((id) => pastAgent(deps, id)))
  const agents = new Map(past.map((agent) => [agent.id, agent]))
  const starting = new Map<string, Promise<Agent>>()
  let closing = false

  return { list: () => [...agents.values()], get, spawn, forget, hasRunning, close }

  function get(id: string): Agent {
    const agent = agents.get(id)
    if (!agent) throw new IrisError('NOT_FOUND', `The pipe knows no agent ${id}.`)
    return agent
  }

  async function spawn(request: Spawn): Promise<Agent> {
    const { id } = request
    if (closing) throw new IrisError('PIPE_CLOSED', 'The pipe is shutting down.')
    if (agents.has(id) || starting.has(id)) {
      throw new IrisError('PIPE_AGENT_EXISTS', `There is already an agent ${id}.`)
    }
    const start = startAgent(deps, request)
    starting.set(id, start)
    try {
      const agent = await start
      agents.set(id, agent)
      return agent
    } finally {
      starting.delete(id)
    }
  }

  function forget(id: string): void {
    const agent = agents.get(id)
    if (!agent) return
    if (!agent.exit()) throw new IrisError('PIPE_AGENT_RUNNING', `${id} is still running.`)
    agents.delete(id)
    agent.remove()
  }

  function hasRunning(): boolean {
    return starting.size > 0 || [...agents.values()].some((agent) => !agent.exit())
  }

  async function close(): Promise<void> {
    closing = true
    await Promise.allSettled(starting.values())
    const running = [...agents.values()].filter((agent) => !agent.exit())
    await Promise.all(running.map((agent) => agent.end({ graceMs: endGraceMs })))
  }
}
