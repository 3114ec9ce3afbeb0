import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filter, ReplaySubject, type Observable } from 'rxjs'
import {
  IrisError,
  type AgentId,
  type Event,
  type EventType,
  type SessionId,
  type TurnId,
} from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import type { Settings, Team } from '../../platform/config/index.ts'
import { createLogger, type Logger, type LogLevel } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { askMigrations, createInbox, type AskRow, type Inbox } from '../inbox/index.ts'
import { createLog, type EventLog, type Migrations } from '../store/index.ts'
import { openReadyMade } from '../store/ready-made.suite.ts'
import {
  readLine,
  type AgentExit,
  type AskReply,
  type AgentOutput,
  type RunningAgent,
} from '../transport/index.ts'
import { createUsage, usageMigrations, type Usage } from '../usage/index.ts'
import type { SessionDeps } from './context.ts'
import { createSessions, sessionMigrations, type Sessions } from './index.ts'

/** An agent whose every line a test writes. */
export interface FakeAgent extends RunningAgent {
  conversation: { how: string; id: string }
  /** What it was sent, with uuids: a uuid is taken once, as the pipe does. */
  sent: { uuid: string; text: string }[]
  answers: string[]
  /** What it was answered, in the same order. */
  replies: AskReply[]
  interrupts: number
  /** The permission modes it was set to, which it may refuse. */
  modes: string[]
  refuses: boolean
  /** Whether it answers nothing any more. */
  isSilent: boolean
  closed: boolean
  /** How long it was given to end, each time it was told to. */
  graces: number[]
  print(line: object): void
  /** Begins a turn and ends it with this answer. */
  answerTurn(text: string, more?: object): void
  exit(exit?: Partial<AgentExit>): AgentExit
}

/** Sessions over real storage, with agents that live in memory as they would in the pipe. */
export interface FakeWorld {
  sql: Sql
  usage: Usage
  sessions: Sessions
  log: EventLog
  asks: Inbox
  logger: Logger
  clock: ManualClock
  agents: FakeAgent[]
  /** What the pipe would list. */
  known: Map<string, number | null>
  /** What the pipe was told it need not keep. */
  trims: { id: string; before: number }[]
  /** Asks that were passed on because nobody waited for them. */
  forwarded: AskRow[]
  team: Partial<Team>
  /** Where folders lead that are links. */
  links: Map<string, string>
  folder: string
  /** Hears of tells from session to session. */
  hearTold(hear: SessionDeps['onTold']): void
  /** Told after each restart, before anything is taken up, which waits for it. */
  onRestart(then: () => void | Promise<void>): void
  /** Whether the CLI and the folder of the team are there. */
  presence(present: () => Promise<void>): void
  /** How the pipe ends an agent that no session knows. */
  dropping(drop: (id: string) => Promise<boolean>): void
  /** Shown every agent before it is used. */
  onMade(made: (agent: FakeAgent) => void): void
  /** Launches wait for this. */
  beforeLaunch(wait: Promise<void>): void
  /** Launched agents run, but that they do is told only after this. */
  afterLaunch(wait: Promise<void>): void
  /** Makes every further write fail, as a full disk does, until it is called again. */
  fill(isFull: boolean): void
  events(...types: EventType[]): Event[]
  /** The warnings and errors in the daemon's own log. */
  logged(): Record<string, unknown>[]
  /** Puts a message of the user and lets it be delivered. */
  put(session: SessionId, message: string): Promise<TurnId>
  /** Lets everything that is ready happen; time stands still. */
  settle(): Promise<void>
  /** Kills the daemon and starts the next on the same file. */
  restart(): Promise<void>
  end(): Promise<void>
}

export async function openFakeWorld(
  more: readonly Migrations[] = [],
  logLevel: LogLevel = 'warn',
): Promise<FakeWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'iris-sessions-'))
  const clock = manualClock(1_000_000)
  const shared = {
    agents: new Map<string, FakeAgent & { from: FromOffset }>(),
    known: new Map<string, number | null>(),
    trims: [] as FakeWorld['trims'],
    forwarded: [] as AskRow[],
    team: {} as Partial<Team>,
    present: () => Promise.resolve(),
    drop: (id: string) => {
      shared.known.delete(id)
      return Promise.resolve(true)
    },
    links: new Map<string, string>(),
    wait: Promise.resolve(),
    answer: Promise.resolve(),
    onTold: (() => undefined) as SessionDeps['onTold'],
    daemons: 0,
    made: (() => undefined) as (agent: FakeAgent) => void,
  }
  const context: SuiteContext = { folder, clock, migrations: more, logLevel, ...shared }
  let parts = open(context)
  let reopened = (): void | Promise<void> => undefined
  await parts.sessions.recover(shared.known)
  const world: FakeWorld = {
    ...parts,
    clock,
    known: shared.known,
    trims: shared.trims,
    forwarded: shared.forwarded,
    links: shared.links,
    team: shared.team,
    folder,
    hearTold(hear) {
      context.onTold = hear
    },
    onRestart(then) {
      reopened = then
    },
    get agents() {
      return [...shared.agents.values()]
    },
    presence(present) {
      context.present = present
    },
    dropping(drop) {
      context.drop = drop
    },
    onMade(made) {
      context.made = made
    },
    beforeLaunch(wait) {
      context.wait = wait
    },
    afterLaunch(wait) {
      context.answer = wait
    },
    fill: (isFull) => parts.sql.exec(`PRAGMA query_only = ${isFull ? 'ON' : 'OFF'}`),
    events: (...types) => world.log.read({ types, limit: 1000 }).events,
    logged: () =>
      readFileSync(join(folder, 'log'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    async put(session, message) {
      const { id } = world.sessions.put({ session, message, author: 'user', fromSession: null })
      await world.settle()
      return id
    },
    async settle() {
      for (let round = 0; round < 5; round += 1) await new Promise(setImmediate)
      clock.advance(5)
      await new Promise(setImmediate)
    },
    async restart() {
      // Like a kill: whatever was on its way stays where it is.
      for (const row of parts.sessions.list()) {
        const { listening, current } = parts.sessions.live(row.id)
        listening?.subscription?.unsubscribe()
        current?.cancelClock()
      }
      parts.sessions.pause()
      parts.usage.close()
      parts.sessions.pool.close()
      parts.sql.close()
      parts = open(context)
      Object.assign(world, parts)
      await reopened()
      await parts.sessions.recover(shared.known)
    },
    async end() {
      const { sessions } = parts
      // A start that is under way is bounded by a timer of its own.
      const isStarting = sessions.list().some(({ id }) => sessions.pool.isStarting(id))
      await parts.sessions.close('kept')
      parts.asks.close()
      parts.usage.close()
      await parts.log.close()
      parts.sql.close()
      rmSync(folder, { recursive: true })
      // What a daemon that was killed waited for nobody could cancel; what is over in a moment nobody has to.
      const left = context.daemons > 1 || isStarting ? 0 : clock.waiting(5000)
      if (left > 0) throw new Error(`${left} timers are left of what is closed.`)
    },
  }
  return world
}

type FromOffset = (offset: number) => Observable<AgentOutput>

interface SuiteContext {
  folder: string
  migrations: readonly Migrations[]
  logLevel: LogLevel
  clock: ManualClock
  agents: Map<string, FakeAgent & { from: FromOffset }>
  known: Map<string, number | null>
  trims: FakeWorld['trims']
  forwarded: AskRow[]
  team: Partial<Team>
  present: () => Promise<void>
  drop: (id: string) => Promise<boolean>
  links: Map<string, string>
  wait: Promise<void>
  answer: Promise<void>
  onTold: SessionDeps['onTold']
  /** How many daemons there have been; what a dead one still waits for never comes. */
  daemons: number
  made: (agent: FakeAgent) => void
}

function open(context: SuiteContext) {
  const { folder, clock, agents, known } = context
  const daemon = (context.daemons += 1)
  const isAlive = (): boolean => context.daemons === daemon
  const never = (): Promise<never> => new Promise(() => undefined)
  const whileAlive = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work
    return isAlive() ? done : never()
  }
  const migrations = [sessionMigrations, askMigrations, usageMigrations]
  const sql = openReadyMade(join(folder, 'iris.db'), [...migrations, ...context.migrations])
  const log = createLog({ sql, clock })
  const logger = createLogger({ level: context.logLevel, file: join(folder, 'log'), toStderr: false })
  const asks = createInbox({
    sql,
    log,
    clock,
    logger,
    policy: () => ({ leadMayAnswer: [], answerers: [], questioning: true, ...context.team }),
    kin: {
      teamOf: (session) => sessions.byId(session).team,
      worksFor: (session, name) => sessions.worksFor(session, name),
      areOne: (one, other) => sessions.areOne(one, other),
    },
    deliver: (ask) => sessions.deliver(ask),
  })
  const usage = createUsage({ sql, log, clock })
  const usual = {
    name: 'alpha',
    path: folder,
    claudePath: 'claude',
    responseTimeout: 60_000,
    idleTimeout: 3_600_000,
  }
  const team = { ...usual, onCrash: 'report', grantPermission: 'ask', budget: {}, ...context.team }
  const sessions = createSessions({
    sql,
    log,
    clock,
    asks,
    usage,
    logger,
    // Only these fields of a team and of the settings matter here.
    team: (name) =>
      ['alpha', 'beta', 'gamma', 'shop'].includes(name)
        ? ({ ...team, path: join(folder, name), ...context.team, name } as unknown as Team)
        : undefined,
    permits: () => undefined,
    settings: () =>
      ({
        maxProcesses: 2,
        healthCheckInterval: 1000,
        idleTimeout: 3_600_000,
        spawnTimeout: 20_000,
        budget: {},
      }) as Settings,
    present: () => context.present(),
    settingsOf: ({ model = 'usual' }) => model,
    realOf: (path) => context.links.get(path) ?? path,
    async launch({ id, conversation }) {
      await whileAlive(context.wait)
      const agent = fakeAgent(id, conversation)
      context.made(agent)
      agents.set(id, agent)
      known.set(id, agents.size)
      await whileAlive(context.answer)
      return { agent, pid: agents.size }
    },
    attach({ id, offset }) {
      const agent = agents.get(id)
      if (!agent) throw new IrisError('PIPE_CLOSED', 'gone')
      return { ...agent, output$: agent.from(offset) }
    },
    known: () => Promise.resolve(known),
    forget: (id) => void (isAlive() && known.delete(id)),
    trim: (id, before) => void context.trims.push({ id, before }),
    drop: (id) => (isAlive() ? whileAlive(context.drop(id)) : never()),
    onForward: (ask) => void context.forwarded.push(ask),
    onTold: (told, append) => context.onTold(told, append),
  })
  return { sql, log, asks, usage, sessions, logger }
}

export function fakeAgent(
  id: AgentId,
  conversation: { how: string; id: string },
): FakeAgent & { from: FromOffset } {
  const printed$ = new ReplaySubject<AgentOutput>()
  let offset = 0
  const print = (line: object): void => {
    const text = JSON.stringify({ session_id: conversation.id, ...line })
    const next = offset + text.length + 1
    printed$.next({ offset, next, line: text, event: readLine(text) })
    offset = next
  }
  const taken = new Set<string>()
  const exit = (how: Partial<AgentExit> = {}): AgentExit => {
    const exited = { how: 'exited' as const, code: 0, signal: null, at: 0, ...how }
    printed$.next({ exit: exited })
    printed$.complete()
    return exited
  }
  const agent: FakeAgent & { from: FromOffset } = {
    id,
    conversation,
    sent: [],
    answers: [],
    replies: [],
    interrupts: 0,
    modes: [],
    refuses: false,
    isSilent: false,
    closed: false,
    graces: [],
    print,
    answerTurn(text, more) {
      print({ type: 'system', subtype: 'init' })
      print({ type: 'result', subtype: 'success', num_turns: 1, result: text, total_cost_usd: 0, ...more })
    },
    exit,
    from: (start) => printed$.pipe(filter((output) => 'exit' in output || output.offset >= start)),
    output$: printed$,
    ready: () => Promise.resolve(),
    send(message) {
      if (!taken.has(message.uuid)) agent.sent.push(message)
      taken.add(message.uuid)
      return Promise.resolve()
    },
    interrupt: () => Promise.resolve(void (agent.interrupts += 1)),
    answer(request, reply) {
      agent.answers.push(request)
      agent.replies.push(reply)
      return Promise.resolve()
    },
    setModel: () => Promise.resolve(),
    setPermissionMode(mode) {
      agent.modes.push(mode)
      return agent.refuses ? Promise.reject(new IrisError('AGENT_REFUSED', 'no')) : Promise.resolve()
    },
    stopSubagent: () => Promise.resolve(),
    contextUsage: () => Promise.resolve({ used: 1, max: 4, percent: 25 }),
    pulse: () =>
      agent.isSilent ? Promise.reject(new IrisError('AGENT_DID_NOT_ANSWER', 'silent')) : Promise.resolve(),
    complaints: () => Promise.resolve('a complaint'),
    close({ graceMs }) {
      agent.graces.push(graceMs)
      agent.closed = true
      return Promise.resolve(exit())
    },
    exited: () => new Promise(() => undefined),
  }
  return agent
}
