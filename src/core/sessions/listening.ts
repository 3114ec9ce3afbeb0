import type { AgentId, NewEvent } from '../../contract/index.ts'
import type { AgentExit, AgentLine, RunningAgent } from '../transport/index.ts'
import { onAsked, onWithdrawn } from './asking.ts'
import { afterExit } from './exits.ts'
import { onResult } from './results.ts'
import type { Effect, Live } from './world.ts'

const retryAfter = 2000

/** Records every line of an agent once and acts on what it means. */
export function listen(live: Live, agent: RunningAgent): void {
  live.following?.unsubscribe()
  live.following = agent.output$.subscribe({
    next(output) {
      if ('exit' in output) return onExit(live, agent.id, output.exit)
      try {
        onLine(live, agent, output)
      } catch (error) {
        pauseListening(live, agent, error)
      }
    },
    // The connection to the pipe is gone; the daemon connects again and takes up every agent from its last line.
    error: () => undefined,
  })
}

/** A line that could not be recorded (the disk is full) is read again from the pipe later: nothing is skipped. */
function pauseListening(live: Live, agent: RunningAgent, error: unknown): void {
  live.world.logger.error('a line could not be recorded', { agent: agent.id, err: error })
  live.following?.unsubscribe()
  live.world.clock.after(retryAfter, () => {
    const row = live.world.rows.agentById.get(agent.id)
    if (!row || row.endedAt !== null || live.world.isPaused()) return
    const again = live.world.attach(row)
    live.world.pool.adopt({ agent: again, session: live.id, team: row.team })
    listen(live, again)
  })
}

function onLine(live: Live, agent: RunningAgent, line: AgentLine): void {
  const { current } = live
  if (current) current.heardAt = live.world.clock.now()
  noteWords(live, line)
  if (current) live.world.watchers.get(current.row.id)?.next({ kind: 'line', line })
  if (line.event.kind === 'delta') return
  const effect = effectOf(live, agent, line)
  if (!effect) {
    const recorded = live.world.log.enqueue(printed(live, agent.id, line), () =>
      noteOffset(live, agent.id, line),
    )
    recorded.catch((error: unknown) => pauseListening(live, agent, error))
    return
  }
  const after = live.world.log.write((append) => {
    append(printed(live, agent.id, line))
    noteOffset(live, agent.id, line)
    return effect(append)
  })
  after?.()
}

function effectOf(live: Live, agent: RunningAgent, line: AgentLine): Effect | undefined {
  const { event } = line
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other kind changes nothing but the log
  switch (event.kind) {
    case 'turn-started':
      return onStarted(live, line)
    case 'result':
      return onResult(live, event)
    case 'asked':
      return onAsked(live, agent, event)
    case 'ask-withdrawn':
      return onWithdrawn(live, agent.id, event.request)
    case 'limit':
      if (event.state !== 'rejected' || event.resetsAt === undefined) return undefined
      return holdUntil(live, event.resetsAt, event.window)
    default:
      return undefined
  }
}

function holdUntil(live: Live, until: number, window: string): Effect {
  return () => () => live.world.usage.hold(until, window)
}

function onStarted(live: Live, { conversationChanged }: AgentLine): Effect {
  return () => {
    if (conversationChanged) live.world.rows.setConversation.run(conversationChanged.to, 1, 0, live.id)
    else live.world.rows.setBegun.run(1, live.id)
    if (live.current) live.current.begun = true
    return undefined
  }
}

function noteWords({ current }: Live, { event }: AgentLine): void {
  if (!current || event.subagent) return
  if (event.rehearsed) current.rehearsed = true
  if (event.kind === 'delta' && event.of === 'text') current.partial += event.text
  if (event.kind !== 'said') return
  current.partial = ''
  current.said.push(...event.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
}

function printed(live: Live, agent: AgentId, line: AgentLine): NewEvent {
  const turn = live.current ? { turn: live.current.row.id } : {}
  return {
    type: 'agent.printed',
    session: live.id,
    agent,
    ...turn,
    data: { line: line.line, offset: line.offset },
  }
}

function noteOffset(live: Live, agent: AgentId, line: AgentLine): void {
  live.world.rows.setOffset.run(line.next, agent)
}

/** The process is gone: it is no longer in the pool, its asks are closed, and its open turn is decided. */
export function onExit(live: Live, agent: AgentId, exit: AgentExit): void {
  live.world.pool.remove(agent)
  live.world.log.write((append) => {
    if (live.world.rows.setAgentEnded.run(live.world.clock.now(), agent).changes === 0) return
    live.world.asks.withdrawAll(agent, append)
    const data = { code: exit.code, signal: exit.signal, reason: exit.how }
    append({ type: 'agent.exited', session: live.id, agent, data })
  })
  live.world.forget(agent)
  afterExit(live, agent)
}
