import { Subject } from 'rxjs'
import {
  IrisError,
  newId,
  type EventData,
  type Session,
  type TellOutcome,
  type Turn,
  type TurnEnding,
} from '../../src/contract/index.ts'
import type { AskRow, Inbox, NewAgentAsk } from '../../src/core/inbox/index.ts'
import type { EventLog } from '../../src/core/store/index.ts'
import type { Caller, Orchestrator, TellProgress } from '../../src/teamwork/orchestrator/index.ts'

const advice = 'Send it again; the session resumes.'
const word = (message: string) => message.split(' ')[0] ?? ''

/**
 * A real orchestrator without agents: sessions, turns and asks in memory, events in the log. The first word of a
 * message says what happens: `hold` stays under way, `later` stays queued, `ask` waits for a permission, `die` ends as agent_died,
 * anything else is said back in two pieces.
 */
export function createMemoryOrchestrator(deps: {
  log: EventLog
  inbox: () => Inbox
  teams: () => string[]
}): Orchestrator & { delivered(ask: AskRow): void } {
  const { log } = deps
  const sessions = new Map<string, Session>()
  const turns: Turn[] = []
  const endings = new Map<string, (() => void)[]>()

  return {
    teams: () =>
      deps.teams().map((name) => ({
        name,
        path: `/projects/${name}`,
        description: `The team ${name}`,
        color: null,
        remote: false,
        awake: [...sessions.values()].some(({ to, pid }) => to === name && pid !== null),
        agents: [...sessions.values()].filter(({ to, pid }) => to === name && pid !== null).length,
        running: turns.filter(({ to, state }) => to === name && state === 'delivered').length,
        queued: 0,
        limited: 0,
        asks: deps.inbox().openByTeam().get(name) ?? 0,
        cutOff: 0,
        costTodayUsd: 0.25,
        rehearsedTodayUsd: 0,
      })),
    sessions: ({ team } = {}) => [...sessions.values()].filter(({ to }) => !team || to === team),
    sessionSlice: ({ team, limit }) => ({
      sessions: [...sessions.values()].filter(({ to }) => !team || to === team).slice(0, limit),
      next: null,
    }),
    session(id) {
      const session = [...sessions.values()].find((one) => one.session === id)
      if (!session) throw new IrisError('NOT_FOUND', `There is no session ${id}.`)
      return { session, deletedAt: null, turns: [] }
    },
    async tellBatched(...tell) {
      return this.tell(...tell)
    },
    tell(caller, { to, message, patience, fromTeam }) {
      if (message.trim() === '') throw new IrisError('MESSAGE_EMPTY', 'The message has no text.')
      if (caller.kind === 'agent' && fromTeam && fromTeam !== caller.name)
        throw new IrisError('CALLER_REFUSED', 'An agent speaks for its own team.')
      const session = open(fromTeam ?? caller.name, to)
      const turn = accept(session, message)
      perform(session, turn)
      const progress$ = new Subject<TellProgress>()
      const stopWaiting = () => undefined
      return { turn: turn.turn, session: session.session, progress$, stopWaiting, outcome: outcome() }

      async function outcome(): Promise<TellOutcome> {
        if (patience.until === 'accepted') return outcomeOf(turn, 'accepted')
        const patient = 'within' in patience ? patience.within : undefined
        await Promise.race([ended(turn), ...(patient ? [pause(patient)] : [])])
        return outcomeOf(turn, turn.how ?? 'delivered')
      }
    },
    async wake(caller, team) {
      const session = open(caller.name, team)
      const wasAwake = session.pid !== null
      session.pid = 4242
      session.state = 'idle'
      return { session, wasAwake }
    },
    wakeAll: async () => deps.teams().map((team) => ({ team, awake: true, error: null })),
    async sleep(caller, team, { force }) {
      const session = find(caller, team)
      const running = session && runningIn(session)
      if (running && !force) throw new IrisError('TEAM_BUSY', `${team} has a turn under way.`)
      if (running) end(running, 'stopped')
      const wasAwake = session?.pid != null
      if (session) Object.assign(session, { pid: null, state: 'asleep' })
      return { session: session ?? null, wasAwake }
    },
    isAwake(caller, team) {
      const session = find(caller, team)
      return { awake: session?.pid != null, session: session ?? null }
    },
    report(caller, { team, after, limit = 50 }) {
      const session = find(caller, team)
      const all = turns.filter((turn) => turn.session === session?.session)
      const start = after ? all.findIndex(({ turn }) => turn === after) + 1 : 0
      const page = all.slice(start, start + limit)
      return { turns: page, next: start + limit < all.length ? (page.at(-1)?.turn ?? null) : null }
    },
    findTurn(wanted) {
      const turn = turns.find(({ turn }) => turn === wanted)
      if (!turn) throw new IrisError('NOT_FOUND', `There is no turn ${wanted}.`)
      return turn
    },
    async cancel(caller, team, id) {
      const own = turns.filter(({ session }) => session === find(caller, team)?.session)
      const wanted = own.find(({ turn, state }) => (id ? turn === id : state === 'delivered'))
      if (id && !wanted) throw new IrisError('TURN_NOT_HERE', `The session has no turn ${id}.`)
      const isWaiting = own.some(({ state }) => state === 'queued')
      const advice = isWaiting ? 'No turn is under way, but one waits.' : null
      return wanted ? cancelled(wanted) : { turn: null, how: null, advice }
    },
    waitingFor: (_, id) => turns.find(({ turn }) => turn === id)?.waitingFor ?? null,
    retry: () => ({ turns: [] }),
    leave: async () => ({ turns: [] }),
    async drop(caller, team, id) {
      const session = find(caller, team)?.session
      const wanted = turns.find(({ turn, session: own }) => turn === id && own === session)
      if (!wanted) throw new IrisError('TURN_NOT_HERE', `The session has no turn ${id}.`)
      if (wanted.state === 'delivered') throw new IrisError('TURN_BEGUN', `The turn ${id} has begun.`)
      return { turn: id, how: cancelled(wanted).how }
    },
    reboot: async (caller, team) => Object.assign(open(caller.name, team), { conversation: 'new' }),
    async remove(caller, team) {
      const session = find(caller, team)
      if (session) sessions.delete(`${session.from}→${session.to}`)
      return { session: session?.session ?? null }
    },
    fork(caller, team) {
      const { conversation } = open(caller.name, team)
      return { command: `cd / && echo forked ${conversation}`, cwd: '/', conversation }
    },
    saidBefore: () => '',
    speaker: (session) => ({ team: 'alpha', caller: 'user', session }),
    delivered(ask) {
      const turn = turns.find(({ turn }) => turn === ask.turn)
      if (turn) say(turn, ask.allow === 1 ? 'It was allowed.' : `It was denied: ${ask.message ?? ''}`)
      if (turn) end(turn, 'answered')
    },
    close: async () => undefined,
  }

  function cancelled(turn: Turn): Awaited<ReturnType<Orchestrator['cancel']>> {
    if (turn.how) throw new IrisError('TURN_ENDED', `The turn ${turn.turn} ended as ${turn.how}.`)
    end(turn, turn.state === 'queued' ? 'cancelled' : 'stopped')
    return { turn: turn.turn, how: turn.how, advice: null }
  }

  function open(from: string, to: string): Session {
    if (!deps.teams().includes(to)) throw new IrisError('TEAM_UNKNOWN', `There is no team called ${to}.`)
    const key = `${from}→${to}`
    const session = sessions.get(key) ?? newSession(from, to)
    sessions.set(key, session)
    return session
  }

  function find(caller: Caller, team: string): Session | undefined {
    if (!deps.teams().includes(team)) throw new IrisError('TEAM_UNKNOWN', `There is no team called ${team}.`)
    return sessions.get(`${caller.name}→${team}`)
  }

  function runningIn(session: Session): Turn | undefined {
    return turns.find((turn) => turn.session === session.session && turn.state === 'delivered')
  }

  function accept(session: Session, message: string): Turn {
    const turn: Turn = {
      turn: newId('trn'),
      session: session.session,
      from: session.from,
      to: session.to,
      state: 'delivered',
      how: null,
      message,
      answer: null,
      final: null,
      cut: null,
      soFar: null,
      waitingFor: null,
      waitedMs: 0,
      acceptedAt: now(),
      deliveredAt: now(),
      endedAt: null,
      agent: newId('agt'),
      costUsd: null,
      wokenBy: null,
      retryOf: null,
      retriedBy: null,
      advice: null,
      rehearsed: true,
    }
    turns.push(turn)
    session.turns += 1
    const data = { from: turn.from, to: turn.to, preview: message.slice(0, 80), bytes: message.length }
    record(turn, { type: 'turn.accepted', data })
    return turn
  }

  function perform(session: Session, turn: Turn): void {
    if (word(turn.message) === 'later')
      return void Object.assign(turn, { state: 'queued', deliveredAt: null, agent: null })
    Object.assign(session, { pid: 4242, state: 'working', agent: turn.agent })
    record(turn, { type: 'turn.delivered', data: { agent: turn.agent ?? newId('agt') } })
    switch (word(turn.message)) {
      case 'hold':
        return say(turn, 'I begin.')
      case 'ask':
        return askFor(turn)
      case 'die':
        return end(turn, 'agent_died')
      default:
        say(turn, turn.message)
        return end(turn, 'answered')
    }
  }

  function askFor(turn: Turn): void {
    const request: NewAgentAsk = {
      kind: 'permission',
      session: turn.session,
      turn: turn.turn,
      agent: newId('agt'),
      teammate: null,
      request: turn.turn,
      team: turn.to,
      caller: turn.from,
      tool: 'Bash',
      input: JSON.stringify({ command: 'rm -rf build\u001B[2J' }),
      text: 'Bash: rm -rf build',
      questions: [],
      lead: null,
      forwardedTo: null,
    }
    log.write((append) => deps.inbox().open(request, append))
  }

  function say(turn: Turn, text: string): void {
    turn.answer = text
    const half = Math.ceil(text.length / 2)
    for (const piece of [text.slice(0, half), text.slice(half)]) {
      const event = { type: 'content_block_delta', delta: { type: 'text_delta', text: piece } }
      print(turn, { type: 'stream_event', event })
    }
    print(turn, {
      type: 'assistant',
      message: { id: 'msg_rehearsal_1', content: [{ type: 'text', text }] },
    })
  }

  function print(turn: Turn, line: object): void {
    record(turn, { type: 'agent.printed', data: { line: JSON.stringify(line), offset: 0 } })
  }

  function end(turn: Turn, how: TurnEnding): void {
    const next = how === 'answered' ? null : advice
    Object.assign(turn, { state: 'ended', how, endedAt: now(), costUsd: 0.0123, advice: next })
    const session = [...sessions.values()].find(({ session }) => session === turn.session)
    if (session) session.state = 'idle'
    record(turn, {
      type: 'turn.ended',
      data: {
        how,
        preview: turn.answer ?? '',
        costUsd: turn.costUsd,
        advice: next,
      },
    })
    for (const settle of endings.get(turn.turn) ?? []) settle()
  }

  function ended(turn: Turn): Promise<void> {
    if (turn.state === 'ended') return Promise.resolve()
    return new Promise((resolve) => {
      endings.set(turn.turn, [...(endings.get(turn.turn) ?? []), resolve])
    })
  }

  function record(turn: Turn, event: { [K in Type]: { type: K; data: EventData<K> } }[Type]): void {
    log.write((append) => append({ ...event, session: turn.session, turn: turn.turn }))
  }
}

type Type = 'turn.accepted' | 'turn.delivered' | 'turn.ended' | 'ask.opened' | 'agent.printed'

function outcomeOf(turn: Turn, status: TellOutcome['status']): TellOutcome {
  return {
    status,
    turn: turn.turn,
    session: turn.session,
    from: turn.from,
    to: turn.to,
    text: status === 'accepted' ? '' : (turn.answer ?? ''),
    final: null,
    cut: null,
    waitingFor: null,
    ask: null,
    advice: status === 'answered' ? null : advice,
    rehearsed: turn.rehearsed,
    durationMs: 0,
    queuedMs: 0,
    waitedMs: 0,
  }
}

function newSession(from: string, to: string): Session {
  return {
    session: newId('ses'),
    from,
    to,
    state: 'asleep',
    startFailure: null,
    conversation: 'b1f0a1de-0000-4000-8000-000000000000',
    agent: null,
    pid: null,
    turns: 0,
    queued: 0,
    limited: null,
    contextPercent: null,
    cutOff: null,
    costUsd: 0,
    rehearsedUsd: 0,
    createdAt: now(),
    lastUsedAt: now(),
  }
}

function now(): number {
  return Date.now()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
