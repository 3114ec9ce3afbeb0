import { IrisError, newId, type AgentId, type SessionId } from '../../contract/index.ts'
import { irisName, type IrisStart } from '../../core/agents/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Asked, Conversation, Result, RunningAgent } from '../../core/transport/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { AgentConfig } from '../../platform/config/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { ModelCall } from './model-call.ts'
import { noted } from './tool-notes.ts'
import { createProcess, type Process, type Spoken } from './process.ts'
import { failedModel } from './remedies.ts'
import type { AgentSessionRow, Records } from './records.ts'

/** What it said. */
interface ModelAnswer {
  text: string
  costUsd: number
  rehearsed: boolean
}

/** The model of the Iris agent: the same CLI that teams use, with our own tools and no others. */
export interface Model {
  /** Why it cannot be asked now, or undefined. */
  unavailable(): string | undefined
  ask(call: ModelCall): Promise<ModelAnswer>
  /** The time a conversation has to answer stands still until what is returned is called. */
  hold(agentSession: string): () => void
  /** Which conversation a secret belongs to. */
  agentSessionOf(secret: string): string | undefined
  close(): Promise<void>
}

export interface ModelDeps {
  log: EventLog
  clock: Clock
  usage: Usage
  records: Records
  agent: () => AgentConfig
  launch: (start: IrisStart) => Promise<RunningAgent>
  forget: (agent: AgentId) => void
  /** Whether the Iris agent may use a tool that is not ours. */
  permit: (call: ModelCall, asked: Asked) => Promise<boolean>
}

const idleFor = 60_000

interface Conversing {
  process: Process
  secret: string
  /** Dollars since the process started, as it last said. */
  total: number
  stopIdle: () => void
}

/** Keeps one process per conversation while it is used, and ends it a minute after. */
export function createModel(deps: ModelDeps): Model {
  const { clock, usage, records, agent: settings } = deps
  const open = new Map<string, Conversing>()
  const turns = new Map<string, Promise<unknown>>()
  let isClosed = false

  return {
    unavailable() {
      const { enabled, budget } = settings()
      if (isClosed) return 'stopping'
      if (!enabled) return 'agent_disabled'
      return usage.overBudget(budget, irisName) === undefined ? undefined : 'over_budget'
    },
    ask(call) {
      const { id } = call.agentSession
      const before = turns.get(id) ?? Promise.resolve()
      const turn = before.catch(() => undefined).then(() => askNow(call))
      turns.set(id, turn)
      return turn
    },
    hold: (agentSession) => open.get(agentSession)?.process.hold() ?? ((): void => undefined),
    agentSessionOf: (wanted) => [...open].find(([, { secret }]) => secret === wanted)?.[0],
    async close() {
      isClosed = true
      await Promise.all([...open.keys()].map(end))
    },
  }

  async function askNow(call: ModelCall): Promise<ModelAnswer> {
    const { id } = call.agentSession
    try {
      if (open.get(id)?.process.isOver()) await end(id)
      const conversing = open.get(id) ?? (await start(deps, call))
      open.set(id, conversing)
      if (isClosed) throw new IrisError('IRIS_UNAVAILABLE', 'Iris is stopping.')
      conversing.stopIdle()
      const spoken = await conversing.process.ask(noted(records, call))
      const costUsd = Math.max(0, spoken.result.totalCost - conversing.total)
      conversing.total = spoken.result.totalCost
      conversing.stopIdle = clock.after(idleFor, () => void end(id))
      records.begun(id)
      return recorded(deps, call, { ...spoken, costUsd })
    } catch (error) {
      await end(id)
      if (!isClosed) recordFailure(deps, call, error)
      throw error
    }
  }

  async function end(id: string): Promise<void> {
    const conversing = open.get(id)
    if (!conversing) return
    open.delete(id)
    conversing.stopIdle()
    const { process } = conversing
    // A conversation that the CLI has lost is not resumed again.
    if (process.isBroken()) records.renew(id)
    await process.close()
    deps.forget(process.id)
  }
}

async function start(deps: ModelDeps, { agentSession, system, cheap }: ModelCall): Promise<Conversing> {
  const { records, clock, agent: settings, permit } = deps
  const { conversation, begun } = records.agentSession(agentSession.id) ?? agentSession
  const secret = `iris_brain_${globalThis.crypto.randomUUID()}`
  const how: Conversation = { how: begun === 1 ? 'resumed' : 'new', id: conversation }
  const id = newId('agt', clock.now())
  const model = cheap ?? settings().model
  const hasTools = cheap === undefined
  const agent = await deps.launch({ id, conversation: how, model, system, secret, hasTools })
  return { process: createProcess({ clock, agent, permit }), secret, total: 0, stopIdle: () => undefined }
}

/** What the chat costs is booked under a name that is no session. */
const chatSession: SessionId = 'ses_00000000000000000000000000'

function recorded(
  { log, usage, clock, agent }: ModelDeps,
  { agentSession, purpose, cheap }: ModelCall,
  { result, rehearsed, costUsd }: Spoken & { costUsd: number },
): ModelAnswer {
  const ok = result.end.how === 'answered'
  log.write((append) => {
    const session = agentSession.team_session_id ?? chatSession
    const turn = newId('trn', clock.now())
    const model = cheap ?? agent().model
    usage.record({ turn, session, team: irisName, model, costUsd, tokens: result.usage, rehearsed }, append)
    const data = { agentSession: agentSession.id, purpose, ok, costUsd, reason: ok ? null : wordsFor(result) }
    append({ type: 'model.called', ...aboutOf(agentSession), data })
  })
  if (!ok) throw new IrisError('IRIS_UNAVAILABLE', wordsFor(result))
  return { text: result.text, costUsd, rehearsed }
}

function recordFailure({ log }: ModelDeps, { agentSession, purpose }: ModelCall, error: unknown): void {
  const reason = messageOf(error).slice(0, 300)
  const data = { agentSession: agentSession.id, purpose, ok: false, costUsd: 0, reason }
  log.write((append) => append({ type: 'model.called', ...aboutOf(agentSession), data }))
}

function aboutOf({ team_session_id }: AgentSessionRow): { session?: SessionId } {
  return team_session_id === null ? {} : { session: team_session_id }
}

function wordsFor({ end }: Result): string {
  return end.how === 'failed' ? failedModel(end) : `The model was ${end.how}.`
}
