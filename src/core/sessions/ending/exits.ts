import type { AgentId } from '../../../contract/index.ts'
import type { Append } from '../../store/index.ts'
import type { AgentExit } from '../../transport/index.ts'
import { announceEnd, saidSoFar, writeEnd } from './endings.ts'
import { expectNoTurn, noteEndedFor, noteStopping, putBack } from '../live-session.ts'
import { causeOfExit, holdStart, inVain, sayHeld, type Vain } from '../delivering/failed-starts.ts'
import { endTeammates } from '../listening/teammates.ts'
import { sessionOf, type CurrentTurn, type Effect, type LiveSession } from '../context.ts'

const maxResumes = 3

/** How an agent ended and, when it would not even start, what it complained of. */
export interface Exit extends AgentExit {
  complaint?: string | undefined
}

/** The process is gone: it leaves the pool, its asks are closed, and its open turn is decided, all in one transaction. */
export function onExit(live: LiveSession, agent: AgentId, exit: Exit): void {
  const { context } = live
  if (exit.why) noteStopped(live, agent, exit.why)
  const after = context.log.write((append) => {
    const hasStarted = context.rows.agentById.get(agent)?.pid !== null
    if (context.rows.setAgentEnded.run(context.clock.now(), agent).changes > 0) {
      context.asks.withdrawAll(agent, append)
      endTeammates(live, agent, append)
      const { code, signal, complaint, how } = exit
      const ended = live.endedFor?.agent === agent ? { endedFor: live.endedFor.why } : {}
      const starting = isStarting(live, agent) && { starting: true as const }
      const data = { code, signal, reason: complaint || how, ...starting, ...ended }
      // What never ran cannot have ended.
      if (hasStarted) append({ type: 'agent.exited', session: live.id, agent, data })
    }
    return decideTurn(live, agent, exit)(append)
  })
  const { how, code, signal } = exit
  context.logger.debug('agent is gone', { session: live.id, agent, how, code, signal })
  expectNoTurn(live)
  context.pool.remove(agent)
  context.forget(agent)
  after?.()
  context.deliverNext(live)
}

/** A person ended it while no daemon ran: its turn does not go on by itself. */
function noteStopped(live: LiveSession, agent: AgentId, why: 'stopped'): void {
  if (live.endedFor?.agent !== agent) noteEndedFor(live, agent, why)
  if (live.current?.agent === agent) noteStopping(live.current, live.current.stopping ?? why)
}

/** An agent is gone, though nobody said how. */
export function lose(live: LiveSession, agent: AgentId): void {
  onExit(live, agent, { how: 'lost', code: null, signal: null, at: live.context.clock.now() })
}

/** An agent that died before it began its turn failed to start; why is in what it wrote to stderr. */
export function isFailedStart({ current }: LiveSession, agent: AgentId, exit: AgentExit): boolean {
  return current?.agent === agent && !current.begun && exit.how === 'exited' && Boolean(exit.code)
}

function decideTurn(live: LiveSession, agent: AgentId, exit: Exit): Effect {
  return (append) => {
    const { current } = live
    if (!current || current.agent !== agent) return undefined
    const vain = startInVain(live, current, exit)
    if (mayGoOn(live, current, vain)) return goOn(live, { current, agent, exit, vain }, append)
    const how = current.stopping ?? 'agent_died'
    const advice = exit.complaint && { advice: `The process did not start: ${exit.complaint}` }
    const cause = vain && { cause: 'start' as const }
    const text = saidSoFar(live)
    writeEnd(
      live,
      { turn: current.row, how, text, rehearsed: current.rehearsed, ...advice, ...cause },
      append,
    )
    return () => {
      if (vain) holdStart(live, vain)
      announceEnd(live, current.row, how)
    }
  }
}

/** A process that ended before it began the turn it was given, though nobody stopped it. */
function startInVain(live: LiveSession, current: CurrentTurn, exit: Exit): Vain | undefined {
  return isBeforeTurn(current) ? inVain(live, causeOfExit(exit), current.row) : undefined
}

function isBeforeTurn({ row, begun, stopping }: CurrentTurn): boolean {
  return !begun && !stopping && row.wokenBy === null
}

/** Whether it was given a turn that it had not begun, though nobody stopped it. */
function isStarting({ current }: LiveSession, agent: AgentId): boolean {
  return current?.agent === agent && isBeforeTurn(current)
}

/** A turn that no agent began is not lost with the process; one that was begun goes on only if the team says so. */
function mayGoOn(live: LiveSession, { row, stopping }: CurrentTurn, vain: Vain | undefined): boolean {
  // What woke the agent is in its conversation; there is no message to put again.
  if (stopping || row.wokenBy !== null) return false
  if (vain) return !vain.isGivenUp
  return live.context.team(sessionOf(live).team)?.onCrash === 'resume' && row.attempts < maxResumes
}

function goOn(
  live: LiveSession,
  lost: { current: CurrentTurn; agent: AgentId; exit: Exit; vain: Vain | undefined },
  append: Append,
): () => void {
  const { current, agent, exit, vain } = lost
  const { rows } = live.context
  // The CLI refuses to begin a conversation that is there already, as after a crash before we heard of it.
  if (isFailedStart(live, agent, exit) && rows.agentById.get(agent)?.resumed === 0)
    rows.setBegun.run(1, live.id)
  rows.giveAgain.run(globalThis.crypto.randomUUID(), current.row.id)
  const attempt = current.row.attempts + 1
  append({ type: 'turn.resumed', session: live.id, turn: current.row.id, data: { agent, attempt } })
  return () => {
    putBack(live)
    if (!vain) return
    holdStart(live, vain)
    sayHeld(live, current.row, vain)
  }
}
