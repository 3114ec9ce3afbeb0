import type { AgentId, NewEvent, TurnId } from '../../contract/index.ts'
import type { AgentEvent, AgentExit, AgentLine, AgentOutput, RunningAgent } from '../transport/index.ts'
import { onAsked, onSaid, onWithdrawn } from './asking.ts'
import { onTurnStarted } from './connecting.ts'
import { isFailedStart, onExit } from './exits.ts'
import { onResult } from './results.ts'
import { clearStart } from './starts.ts'
import { onTeammates } from './teammates.ts'
import { beginsTurn, beginTurn } from './waking.ts'
import { noteWords, restoreWords } from './words.ts'
import type { Current, Effect, Listening, Live } from './world.ts'

const retryAfter = 2000

/** Records every line of an agent once, from an offset on, and acts on what it means. */
export function listen(live: Live, agent: RunningAgent, offset: number): void {
  live.listening?.subscription?.unsubscribe()
  const listening: Listening = { agent, position: offset, subscription: undefined }
  live.listening = listening
  listening.subscription = agent.output$.subscribe({
    next(output) {
      if (live.listening !== listening) return
      try {
        onOutput(live, listening, output)
      } catch (error) {
        pauseListening(live, listening, error)
      }
    },
    // A pipe that is gone is found again by the daemon, which takes up every agent; this is for a reading that broke.
    error: (error: unknown) => pauseListening(live, listening, error),
  })
}

function onOutput(live: Live, listening: Listening, output: AgentOutput): void {
  if ('exit' in output) exited(live, listening.agent, output.exit)
  else onLine(live, listening, output)
}

function exited(live: Live, agent: RunningAgent, exit: AgentExit): void {
  if (!isFailedStart(live, agent.id, exit)) return onExit(live, agent.id, exit)
  void agent
    .complaints()
    .catch(() => '')
    .then((text) => onExit(live, agent.id, { ...exit, complaint: complaintIn(text) }))
    .catch((error: unknown) => live.listening && pauseListening(live, live.listening, error))
}

/** The line that names the error, or the last: Node ends the trace of a crash with its own version. */
function complaintIn(text: string): string {
  const lines = text.trim().split('\n')
  const named = lines.findLast((line) => /error/i.test(line) && !/^\s+at /.test(line))
  return (named ?? lines.at(-1) ?? '').trim().slice(0, 500)
}

/** What could not be recorded (the disk is full) is read again from the pipe later: nothing is skipped. */
function pauseListening(live: Live, listening: Listening, error: unknown): void {
  if (live.listening !== listening) return
  const { world } = live
  world.logger.error('a line could not be recorded', { agent: listening.agent.id, err: error })
  listening.subscription?.unsubscribe()
  const paused: Listening = { ...listening, subscription: undefined }
  live.listening = paused
  world.clock.after(retryAfter, () => {
    if (live.listening !== paused || world.isPaused()) return
    try {
      listenAgain(live, paused.agent.id)
    } catch (again) {
      pauseListening(live, paused, again)
    }
  })
}

/** Goes on with an agent after its last recorded line. */
export function listenAgain(live: Live, agent: AgentId): RunningAgent | undefined {
  const { world } = live
  // What still waits to be committed counts as recorded or not before we look.
  world.log.write(() => undefined)
  const row = world.rows.agentById.get(agent)
  if (!row || row.endedAt !== null) return undefined
  const again = world.attach(row)
  world.pool.adopt({ agent: again, session: live.id, team: row.team, pid: row.pid })
  if (live.current) restoreWords(live, live.current)
  listen(live, again, row.offset)
  return again
}

function onLine(live: Live, listening: Listening, line: AgentLine): void {
  if (beginsTurn(live, listening.agent.id, line)) beginTurn(live, listening.agent.id)
  const { world, current } = live
  if (current) current.heardAt = world.clock.steady()
  if (current) noteWords(current, line.event)
  if (current) tellWriting(live, current, line.event)
  if (current) world.watchers.get(current.row.id)?.next({ kind: 'line', line })
  if (line.event.kind === 'delta') return
  const { agent, position: from } = listening
  listening.position = line.next
  const event = printed(live, agent.id, line)
  const note = (): void => {
    noteOffset(live, agent.id, { from, to: line.next })
    noteStart(live, line, current?.row.id)
  }
  const effect = effectOf(live, agent, line)
  if (line.event.kind === 'turn-started') noteBegun(live)
  if (!effect) {
    world.log.enqueue(event, note).catch((error: unknown) => pauseListening(live, listening, error))
    return
  }
  const after = world.log.write((append) => {
    append(event)
    note()
    return effect(append)
  })
  after?.()
}

function tellWriting({ world, id }: Live, { row, partial }: Current, event: AgentEvent): void {
  if (event.kind !== 'delta' || event.of !== 'text' || event.subagent || event.text === '') return
  const { text } = event
  world.writing.next({ session: id, turn: row.id, at: partial.length - text.length, text })
}

/** The CLI is at a turn: ours, or one that it began by itself. */
function noteBegun(live: Live): void {
  clearStart(live)
  if (live.current) live.current.begun = true
  else live.stirring = true
}

/** A line stands in the log only if the one before it does. */
function noteOffset({ world }: Live, agent: AgentId, { from, to }: { from: number; to: number }): void {
  if (world.rows.setOffset.run(to, agent, from).changes === 0) {
    throw new Error(`the output of ${agent} before ${from} is not recorded yet`)
  }
}

function effectOf(live: Live, agent: RunningAgent, line: AgentLine): Effect | undefined {
  const { event } = line
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- every other kind changes nothing but the log
  switch (event.kind) {
    case 'result':
      return onResult(live, agent.id, event)
    case 'asked':
      return onAsked(live, agent, event)
    case 'said':
      return both(onTeammates(live, agent.id, line), onSaid(live, agent.id, event))
    case 'ask-withdrawn':
      return onWithdrawn(live, agent.id, event.request)
    case 'turn-started':
      return onTurnStarted(live, agent.id, event)
    case 'limit':
      if (event.state !== 'rejected' || event.resetsAt === undefined) return undefined
      return holdUntil(live, event.resetsAt, event.window)
    default:
      return onTeammates(live, agent.id, line)
  }
}

function both(first: Effect | undefined, second: Effect | undefined): Effect | undefined {
  if (!first || !second) return first ?? second
  return (append) => {
    const afters = [first(append), second(append)]
    return () => {
      for (const after of afters) after?.()
    }
  }
}

function holdUntil({ world }: Live, until: number, window: string): Effect {
  return (append) => world.usage.hold(until, window, append)
}

/** That the CLI began is noted with its line; nothing waits for that, so it needs no commit of its own. */
function noteStart({ world, id }: Live, line: AgentLine, turn: TurnId | undefined): void {
  if (line.event.kind !== 'turn-started') return
  if (line.conversationChanged) world.rows.setConversation.run(line.conversationChanged.to, 1, id)
  else world.rows.setBegun.run(1, id)
  if (turn) world.rows.setTurnBegun.run(world.clock.now(), turn)
}

function printed(live: Live, agent: AgentId, line: AgentLine): NewEvent {
  const turn = live.current ? { turn: live.current.row.id } : {}
  const data = { line: line.line, offset: line.offset }
  return { type: 'agent.printed', session: live.id, agent, ...turn, data }
}
