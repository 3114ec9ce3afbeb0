import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ReplaySubject } from 'rxjs'
import {
  IrisError,
  newId,
  toErrorBody,
  type Session,
  type SessionId,
  type TeamSummary,
  type TellOutcome,
  type Identity,
  type Turn,
  type TurnId,
} from '../../src/contract/index.ts'
import { inboxOperations, type Inbox } from '../../src/core/inbox/index.ts'
import type { AgentEvent } from '../../src/core/transport/index.ts'
import { systemClock, type Clock } from '../../src/platform/clock/index.ts'
import { openListener } from '../../src/platform/socket/index.ts'
import { createProjects } from '../../src/platform/projects/index.ts'
import type { IrisAgent } from '../../src/teamwork/intelligence/index.ts'
import {
  teamOperations,
  type Orchestrator,
  type TellProgress,
} from '../../src/teamwork/orchestrator/index.ts'
import { knownBy } from '../../src/surface/http/caller.ts'
import { createGuard } from '../../src/surface/http/guard.ts'
import { createMcpHandler, type McpHandler, type ReadLines } from '../../src/surface/mcp/index.ts'
import { runOperations, type Runs } from '../../src/teamwork/runs/index.ts'
import { emptyRuns } from './no-runs.ts'
import { onlyOperations } from './operations.ts'

/** A turn the test plays the agent of. */
export interface PlayedTurn {
  turn: TurnId
  from: string
  message: string
  prints(event: AgentEvent): void
  ends(text: string): void
}

/** An orchestrator in memory whose agents are played by the test. */
export function playOrchestrator(names = ['alpha', 'beta']): {
  orchestrator: Orchestrator
  turns: Turn[]
  calls: unknown[][]
  /** The next turn that is told, also when it was told before this call. */
  told(): Promise<PlayedTurn>
} {
  const turns: Turn[] = []
  const calls: unknown[][] = []
  const sessions = new Map<string, Session>()
  const waitingTurns: PlayedTurn[] = []
  const waitingTests: ((turn: PlayedTurn) => void)[] = []
  const awake = new Set<string>()

  const orchestrator: Orchestrator = {
    teams: () => names.map(summaryOf),
    sessions: () => [...sessions.values()],
    sessionSlice: () => ({ sessions: [...sessions.values()], next: null }),
    session: () => {
      throw new IrisError('NOT_FOUND', 'There is no such session.')
    },
    tellBatched: async (...tell) => orchestrator.tell(...tell),
    tell(caller, { to, message, patience, fromTeam }) {
      if (!names.includes(to)) throw new IrisError('TEAM_UNKNOWN', `There is no team ${to}.`)
      if (message === '') throw new IrisError('MESSAGE_EMPTY', 'The message is empty.')
      if (fromTeam && caller.kind === 'agent')
        throw new IrisError('CALLER_REFUSED', 'An agent speaks for itself only.')
      const from = fromTeam ?? caller.name
      const { session } = sessionOf(from, to)
      const turn: Turn = { ...blankTurn, turn: newId('trn'), session, from, to, message }
      turns.push(turn)
      const stopWaiting = () => void calls.push(['stopWaiting', turn.turn])
      const progress$ = new ReplaySubject<TellProgress>()
      const outcome = (status: TellOutcome['status'], text: string): TellOutcome => ({
        status,
        turn: turn.turn,
        session,
        from,
        to,
        text,
        final: null,
        cut: null,
        waitingFor: null,
        ask: null,
        advice: null,
        rehearsed: true,
        durationMs: 1,
        queuedMs: 0,
        waitedMs: 0,
      })
      const ended = new Promise<TellOutcome>((resolve) => {
        progress$.next({ kind: 'state', status: 'delivered', waitingFor: null })
        play({
          turn: turn.turn,
          from,
          message,
          prints: (event) =>
            progress$.next({ kind: 'line', line: { offset: 0, next: 1, line: '{}', event } }),
          ends(text) {
            Object.assign(turn, { state: 'ended', how: 'answered', answer: text })
            progress$.complete()
            resolve(outcome('answered', text))
          },
        })
      })
      if (patience.until === 'accepted')
        return {
          turn: turn.turn,
          session,
          progress$,
          stopWaiting,
          outcome: Promise.resolve(outcome('accepted', '')),
        }
      const late =
        'within' in patience
          ? new Promise<TellOutcome>((resolve) =>
              setTimeout(() => resolve(outcome('delivered', '')), patience.within),
            )
          : new Promise<never>(() => undefined)
      return { turn: turn.turn, session, progress$, stopWaiting, outcome: Promise.race([ended, late]) }
    },
    async wake(caller, team) {
      const wasAwake = awake.has(team)
      awake.add(team)
      return { session: sessionOf(caller.name, team), wasAwake }
    },
    async wakeAll() {
      for (const name of names) awake.add(name)
      return names.map((team) => ({ team, awake: true, error: null }))
    },
    async sleep(caller, team, options) {
      calls.push(['sleep', caller, team, options])
      return { session: sessionOf(caller.name, team), wasAwake: awake.delete(team) }
    },
    isAwake: (caller, team) => ({ awake: awake.has(team), session: sessionOf(caller.name, team) }),
    report(caller, { team, after, limit = 20 }) {
      const own = turns.filter(({ from, to }) => from === caller.name && to === team)
      const start = after ? own.findIndex(({ turn }) => turn === after) + 1 : 0
      const page = own.slice(start, start + limit)
      return { turns: page, next: start + limit < own.length ? (page.at(-1)?.turn ?? null) : null }
    },
    findTurn(id) {
      const found = turns.find(({ turn }) => turn === id)
      if (!found) throw new IrisError('NOT_FOUND', `There is no turn ${id}.`)
      return found
    },
    async cancel(...args) {
      calls.push(['cancel', ...args])
      const [, , wanted] = args
      const turn = wanted ?? turns.findLast(({ state }) => state !== 'ended')?.turn ?? null
      return { turn, how: wanted ? 'cancelled' : 'stopped', advice: null }
    },
    waitingFor: () => null,
    drop: async (_, __, turn) => ({ turn, how: 'cancelled' }),
    retry(caller, of) {
      calls.push(['retry', caller, of])
      return { turns: turns.map(({ turn }) => turn) }
    },
    async leave(of) {
      calls.push(['leave', of])
      return { turns: turns.map(({ turn }) => turn) }
    },
    async reboot(caller, team) {
      calls.push(['reboot', caller, team])
      return sessionOf(caller.name, team)
    },
    async remove(caller, team) {
      return { session: sessionOf(caller.name, team).session }
    },
    fork: () => ({ command: 'claude --resume x --fork-session', cwd: '/', conversation: 'x' }),
    saidBefore: () => '',
    speaker: (session) => ({ team: 'beta', caller: 'user', session }),
    close: async () => undefined,
  }
  return {
    orchestrator,
    turns,
    calls,
    told: () => new Promise((resolve) => (waitingTests.push(resolve), match())),
  }

  function play(turn: PlayedTurn): void {
    waitingTurns.push(turn)
    match()
  }

  function match(): void {
    while (waitingTurns.length > 0 && waitingTests.length > 0) waitingTests.shift()!(waitingTurns.shift()!)
  }

  function sessionOf(from: string, to: string): Session {
    if (!names.includes(to)) throw new IrisError('TEAM_UNKNOWN', `There is no team ${to}.`)
    const key = `${from} ${to}`
    const found = sessions.get(key) ?? { ...blankSession, session: newId('ses'), from, to }
    sessions.set(key, found)
    return found
  }
}

const blankTurn = {
  state: 'delivered' as const,
  how: null,
  answer: null,
  final: null,
  cut: null,
  soFar: null,
  waitingFor: null,
  waitedMs: 0,
  acceptedAt: 1,
  deliveredAt: 2,
  endedAt: null,
  agent: null,
  costUsd: null,
  wokenBy: null,
  retryOf: null,
  retriedBy: null,
  advice: null,
  rehearsed: true,
}
const blankSession = {
  state: 'idle' as const,
  startFailure: null,
  conversation: 'x',
  agent: null,
  pid: null,
  turns: 0,
  queued: 0,
  limited: null,
  contextPercent: null,
  cutOff: null,
  costUsd: 0,
  rehearsedUsd: 0,
  createdAt: 1,
  lastUsedAt: 1,
}

function summaryOf(name: string): TeamSummary {
  return {
    name,
    path: `/projects/${name}`,
    description: '',
    color: null,
    remote: false,
    awake: false,
    agents: 0,
    running: 0,
    queued: 0,
    limited: 0,
    asks: 0,
    cutOff: 0,
    costTodayUsd: 0,
    rehearsedTodayUsd: 0,
  }
}

export const secrets = {
  human: 'iris_human',
  agent: 'iris_agent',
  observer: 'iris_observer',
  iris: 'iris_itself',
}

function noEvents(): never {
  throw new Error('no tool reads events')
}

/** The MCP handler behind the guard and the token check of the HTTP surface, on a free port or a given one. */
export async function serveMcp(options: {
  orchestrator: Orchestrator
  runs?: () => Runs
  /** The session the agent is in. */
  agentSession?: SessionId
  inbox?: Inbox
  /** The Iris agent; its process calls as the conversation `iris-brain:user-chat`. */
  iris?: Pick<IrisAgent, 'ask' | 'tools'>
  readLines?: ReadLines
  /** What changes something is answered after it. */
  settle?: () => void
  clock?: Clock
  port?: number
  /** A Unix socket to listen on too. */
  socket?: string
  onFault?: (error: unknown) => void
}): Promise<{
  url: string
  port: number
  agentSession: SessionId
  handler: McpHandler
  idle(waiting: number): Promise<void>
  end(): Promise<void>
}> {
  const agentSession = options.agentSession ?? newId('ses')
  const { orchestrator } = options
  // Who gives none calls no tool of the inbox.
  const inbox = options.inbox ?? ({} as Inbox)
  const runs = options.runs?.() ?? emptyRuns()
  const handler = createMcpHandler({
    operations: onlyOperations({
      ...teamOperations(orchestrator),
      ...inboxOperations({ inbox, turns: orchestrator }),
      ...runOperations({ runs, log: { read: noEvents } }),
    }),
    orchestrator,
    inbox,
    runs,
    iris: options.iris,
    folders: () => options.orchestrator.teams(),
    projects,
    readLines: options.readLines ?? (() => ({ lines: [], next: null, previous: null })),
    log: { settle: options.settle ?? (() => undefined) },
    version: '0.0.0',
    clock: options.clock ?? systemClock,
    onFault: options.onFault ?? (() => undefined),
  })
  let open = 0
  let onChange = (): void => undefined
  const count = (change: number): void => {
    open += change
    onChange()
  }
  const guard = createGuard({ address: () => '', allowedHosts: [], allowedOrigins: [] })
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  app.use(bodyLimit({ maxSize: 8 * 1024 * 1024 }))
  app.get('/api/health', (context) => context.json({ ok: true, version: '0.0.0' }))
  app.all('/mcp', (context) => {
    guard.check({
      host: context.req.header('host'),
      origin: context.req.header('origin'),
      isLocal: options.socket !== undefined,
    })
    const { identity } = knownBy(
      { method: context.req.method, header: (name) => context.req.header(name) },
      (secret) => identityOf(secret, agentSession),
    )
    return handler.fetch(context.req.raw, identity)
  })
  app.onError((error) =>
    Response.json(toErrorBody(error), { status: error instanceof IrisError ? error.kind.status : 500 }),
  )
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => {
    count(1)
    response.once('close', () => count(-1))
    void listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const door =
    options.socket === undefined
      ? undefined
      : await openListener({
          address: options.socket,
          serve: (socket) => server.emit('connection', socket),
          allowHalfOpen: true,
        })
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    agentSession,
    handler,
    idle: (waiting) =>
      new Promise((resolve) => {
        onChange = () => (open <= waiting ? resolve() : undefined)
        onChange()
      }),
    async end() {
      await handler.close()
      const closed = new Promise((resolve) => server.close(resolve))
      const doorClosed = door?.stop()
      server.closeAllConnections()
      door?.close()
      await Promise.all([closed, doorClosed])
    },
  }
}

const projects = createProjects({ clock: systemClock, threads: 4 })
function identityOf(secret: string, session: SessionId): Identity | undefined {
  const known: Record<string, Identity | undefined> = {
    [secrets.human]: { role: 'human', name: 'owner' },
    [secrets.agent]: { role: 'agent', name: 'beta', team: 'beta', session },
    [secrets.observer]: { role: 'observer', name: 'looker' },
    [secrets.iris]: { role: 'iris', name: 'iris-brain:user-chat' },
  }
  return known[secret]
}
