import type { AgentId } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { AgentExit } from '../transport/index.ts'
import { announceEnd, saidSoFar, writeEnd } from './endings.ts'
import { causeOfExit, holdStart, inVain, isGivenUp, sayHeld, type Vain } from './starts.ts'
import { endTeammates } from './teammates.ts'
import { sessionOf, type Current, type Effect, type Live } from './world.ts'

const mostResumes = 3

/** How an agent ended and, when it would not even start, what it complained of. */
export interface Exit extends AgentExit {
  complaint?: string | undefined
}

/** The process is gone: it leaves the pool, its asks are closed, and its open turn is decided, all in one transaction. */
export function onExit(live: Live, agent: AgentId, exit: Exit): void {
  const { world } = live
  const after = world.log.write((append) => {
    const hasStarted = world.rows.agentById.get(agent)?.pid !== null
    if (world.rows.setAgentEnded.run(world.clock.now(), agent).changes > 0) {
      world.asks.withdrawAll(agent, append)
      endTeammates(live, agent, append)
      const { code, signal, complaint, how } = exit
      const ended = live.endedFor?.agent === agent ? { endedFor: live.endedFor.why } : {}
      const data = { code, signal, reason: complaint || how, ...ended }
      // What never ran cannot have ended.
      if (hasStarted) append({ type: 'agent.exited', session: live.id, agent, data })
    }
    return decideTurn(live, agent, exit)(append)
  })
  live.stirring = false
  world.pool.remove(agent)
  world.forget(agent)
  after?.()
  world.pump(live)
}

/** An agent is gone, though nobody said how. */
export function lose(live: Live, agent: AgentId): void {
  onExit(live, agent, { how: 'lost', code: null, signal: null, at: live.world.clock.now() })
}

/** An agent that died before it began its turn failed to start; why is in what it wrote to stderr. */
export function isFailedStart({ current }: Live, agent: AgentId, exit: AgentExit): boolean {
  return current?.agent === agent && !current.begun && exit.how === 'exited' && Boolean(exit.code)
}

function decideTurn(live: Live, agent: AgentId, exit: Exit): Effect {
  return (append) => {
    const { current } = live
    if (!current || current.agent !== agent) return undefined
    const vain = startInVain(live, current, exit)
    if (mayGoOn(live, current, vain)) return goOn(live, { current, agent, exit, vain }, append)
    const how = current.stopping ?? 'agent_died'
    const advice = exit.complaint && { advice: `The process did not start: ${exit.complaint}` }
    const text = saidSoFar(live)
    writeEnd(live, { turn: current.row, how, text, rehearsed: current.rehearsed, ...advice }, append)
    return () => {
      if (vain) holdStart(live, vain)
      announceEnd(live, current.row, how)
    }
  }
}

/** A process that ended before it began the turn it was given, though nobody stopped it. */
function startInVain(live: Live, { row, begun, stopping }: Current, exit: Exit): Vain | undefined {
  return begun || stopping || row.wokenBy !== null ? undefined : inVain(live, causeOfExit(exit))
}

/** A turn that no agent began is not lost with the process; one that was begun goes on only if the team says so. */
function mayGoOn(live: Live, { row, stopping }: Current, vain: Vain | undefined): boolean {
  // What woke the agent is in its conversation; there is no message to put again.
  if (stopping || row.wokenBy !== null) return false
  if (vain) return !isGivenUp(vain)
  return live.world.team(sessionOf(live).team)?.onCrash === 'resume' && row.attempts < mostResumes
}

function goOn(
  live: Live,
  lost: { current: Current; agent: AgentId; exit: Exit; vain: Vain | undefined },
  append: Append,
): () => void {
  const { current, agent, exit, vain } = lost
  const { rows } = live.world
  // The CLI refuses to begin a conversation that is there already, as after a crash before we heard of it.
  if (isFailedStart(live, agent, exit) && rows.agentById.get(agent)?.resumed === 0)
    rows.setBegun.run(1, live.id)
  rows.giveAgain.run(globalThis.crypto.randomUUID(), current.row.id)
  const attempt = current.row.attempts + 1
  append({ type: 'turn.resumed', session: live.id, turn: current.row.id, data: { agent, attempt } })
  return () => {
    current.cancelClock()
    live.current = undefined
    if (!vain) return
    holdStart(live, vain)
    sayHeld(live, current.row, vain)
  }
}
