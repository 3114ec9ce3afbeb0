import type { AgentId, Event, NewEvent, TurnId } from '../../../contract/index.ts'
import type { AgentEvent, AgentExit, AgentLine, AgentOutput, RunningAgent } from '../../transport/index.ts'
import { onAsked, onSaid, onWithdrawn } from './asking.ts'
import { onTurnStarted } from './connecting.ts'
import { complaintIn } from '../delivering/failed-starts.ts'
import { isFailedStart, onExit } from '../ending/exits.ts'
import {
  clearStart,
  hear,
  listenTo,
  noteBegun,
  notePosition,
  noteSubscription,
  restoreWords,
} from '../live-session.ts'
import { onResult } from './results.ts'
import { onTeammates } from './teammates.ts'
import { beginsTurn, beginTurn } from './own-turns.ts'
import { recordedWords } from './words.ts'
import type { CurrentTurn, Effect, Listening, LiveSession } from '../context.ts'

const retryAfter = 2000

/** Records every line of an agent once, from an offset on, and acts on what it means. */
export function listen(live: LiveSession, agent: RunningAgent, offset: number): void {
  const listening = listenTo(live, agent, offset)
  const subscription = agent.output$.subscribe({
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
  noteSubscription(listening, subscription)
}

function onOutput(live: LiveSession, listening: Listening, output: AgentOutput): void {
  if ('exit' in output) exited(live, listening.agent, output.exit)
  else onLine(live, listening, output)
}

function exited(live: LiveSession, agent: RunningAgent, exit: AgentExit): void {
  if (!isFailedStart(live, agent.id, exit)) return onExit(live, agent.id, exit)
  void agent
    .complaints()
    .catch(() => '')
    .then((text) => onExit(live, agent.id, { ...exit, complaint: complaintIn(text) }))
    .catch((error: unknown) => live.listening && pauseListening(live, live.listening, error))
}

/** What could not be recorded (the disk is full) is read again from the pipe later: nothing is skipped. */
function pauseListening(live: LiveSession, listening: Listening, error: unknown): void {
  if (live.listening !== listening) return
  const { context } = live
  context.logger.error('a line could not be recorded', { agent: listening.agent.id, err: error })
  const paused = listenTo(live, listening.agent, listening.position)
  context.clock.after(retryAfter, () => {
    if (live.listening !== paused || context.isPaused()) return
    try {
      listenAgain(live, paused.agent.id)
    } catch (again) {
      pauseListening(live, paused, again)
    }
  })
}

/** Goes on with an agent after its last recorded line. */
export function listenAgain(live: LiveSession, agent: AgentId): RunningAgent | undefined {
  const { context } = live
  // What still waits to be committed counts as recorded or not before we look.
  context.log.write(() => undefined)
  const row = context.rows.agentById.get(agent)
  if (!row || row.endedAt !== null) return undefined
  const again = context.attach(row)
  context.pool.adopt({ agent: again, session: live.id, team: row.team, pid: row.pid })
  if (live.current) restoreWords(live.current, recordedWords(context, live.current))
  listen(live, again, row.offset)
  return again
}

function onLine(live: LiveSession, listening: Listening, line: AgentLine): void {
  if (beginsTurn(live, listening.agent.id, line)) beginTurn(live, listening.agent.id)
  const { context, current } = live
  const message = hear(live, line.event)
  if (current) tellWriting(live, current, line.event)
  if (current) context.watchers.get(current.row.id)?.next({ kind: 'line', line })
  if (line.event.kind === 'delta') return
  const { agent, position: from } = listening
  notePosition(listening, line.next)
  context.heard.next({ session: live.id, event: line.event })
  const event = printed(live, agent.id, line)
  const note = ({ seq }: Event): void => {
    if (message) message.seq = seq
    noteOffset(live, agent.id, { from, to: line.next })
    noteStart(live, line, current?.row.id)
  }
  const effect = effectOf(live, agent, line)
  if (line.event.kind === 'turn-started') onBegun(live)
  if (!effect) {
    context.log.enqueue(event, note).catch((error: unknown) => pauseListening(live, listening, error))
    return
  }
  const after = context.log.write((append) => {
    note(append(event))
    return effect(append)
  })
  after?.()
}

function tellWriting({ context, id }: LiveSession, { row, partial }: CurrentTurn, event: AgentEvent): void {
  if (event.kind !== 'delta' || event.of !== 'text' || event.subagent || event.text === '') return
  const { text } = event
  context.writing.next({ session: id, turn: row.id, at: partial.length - text.length, text })
}

function onBegun(live: LiveSession): void {
  clearStart(live)
  live.context.logger.debug('turn begun', { session: live.id, turn: live.current?.row.id ?? null })
  noteBegun(live)
}

/** A line stands in the log only if the one before it does. */
function noteOffset(
  { context }: LiveSession,
  agent: AgentId,
  { from, to }: { from: number; to: number },
): void {
  if (context.rows.setOffset.run(to, agent, from).changes === 0) {
    throw new Error(`the output of ${agent} before ${from} is not recorded yet`)
  }
}

function effectOf(live: LiveSession, agent: RunningAgent, line: AgentLine): Effect | undefined {
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

function holdUntil({ context }: LiveSession, until: number, window: string): Effect {
  return (append) => context.usage.hold(until, window, append)
}

/** That the CLI began is noted with its line; nothing waits for that, so it needs no commit of its own. */
function noteStart({ context, id }: LiveSession, line: AgentLine, turn: TurnId | undefined): void {
  if (line.event.kind !== 'turn-started') return
  if (line.conversationChanged) context.rows.setConversation.run(line.conversationChanged.to, 1, id)
  else context.rows.setBegun.run(1, id)
  context.rows.clearGivenUp.run(id)
  if (turn) context.rows.setTurnBegun.run(context.clock.now(), turn)
}

function printed(live: LiveSession, agent: AgentId, line: AgentLine): NewEvent {
  const turn = live.current ? { turn: live.current.row.id } : {}
  const data = { line: line.line, offset: line.offset }
  return { type: 'agent.printed', session: live.id, agent, ...turn, data }
}
