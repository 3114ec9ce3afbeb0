import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AskId, Reader, SessionId, TurnId } from '../../contract/index.ts'
import type { IrisStart } from '../../core/agents/index.ts'
import {
  fakeAgent,
  openFakeWorld,
  type FakeAgent,
  type FakeWorld,
} from '../../core/sessions/fake-agents.suite.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Orchestrator } from '../orchestrator/index.ts'
import { createIrisAgent, type IrisAgent } from './agent.ts'
import { intelligenceMigrations } from './records.ts'

/** What the scripted model does with a question: says something, or uses the agent's tools first. */
type Script = (call: { message: string; agentSession: string; iris: IrisAgent }) => string | Promise<string>

/** The Iris agent over real sessions, a real log and a real inbox; only its CLI is a script. */
type Piece = string | null | { tool: string; input?: object } | { returned: string }

/** Who told the team; `reader` waits for the answer, and otherwise nobody does. */
interface AnswerOptions {
  reader?: Reader
  caller?: string
  author?: string
  fromSession?: SessionId
}

export interface IrisWorld extends FakeWorld {
  iris: IrisAgent
  home: string
  agentConfig: Partial<Record<string, unknown>>
  /** What the model was asked, oldest first. */
  asked: string[]
  launches: IrisStart[]
  told: { to: string; message: string }[]
  script: Script
  /** What the model prints before it answers: pieces of text, tools it uses, and null where a statement is whole. */
  pieces?: Piece[]
  /** A tool that the model asks leave for before it answers. */
  wants?: { tool: string; answered: (allow: boolean) => void }
  /** A turn of a team that ends with this text. */
  answer(text: string, options?: AnswerOptions): Promise<{ session: SessionId; turn: TurnId }>
  /** The agent that a turn was put to. */
  given(turn: TurnId): Promise<FakeAgent>
  /** Lets everything that is due happen. */
  settle(): Promise<void>
  /** Every ask that is open. */
  open(): ReturnType<FakeWorld['asks']['list']>['asks']
  say(ask: AskId, choose: string): Promise<unknown>
  /** Another Iris agent on the same tables, as after a restart. */
  reopen(): Promise<void>
}

const teamOf = (name: string) => ({ name, path: `/code/${name}`, description: `The team ${name}` })

const analysis = {
  enabledFor: ['*'],
  questionPatterns: [] as RegExp[],
  minConfidence: 0.7,
  useQuickCheck: true,
  responseTimeout: 30_000,
  alertMethods: [],
}

export async function openIrisWorld(): Promise<IrisWorld> {
  const fake = await openFakeWorld([intelligenceMigrations])
  const home = mkdtempSync(join(tmpdir(), 'iris-agent-'))
  const agentConfig: Record<string, unknown> = {
    enabled: true,
    model: 'claude-sonnet-4-5',
    budget: {},
    features: {
      completionAnalysis: true,
      dashboardChat: true,
      autonomousCoordination: false,
      healthMonitoring: true,
      autoRestart: false,
    },
    completionAnalysis: analysis,
    grantPermission: 'ask',
    mcpServers: [],
    systemPrompts: { userChat: null, teamMonitor: null },
  }
  // Only these fields of the config matter here.
  const teams = new Map(['alpha', 'beta', 'gamma'].map((name) => [name, teamOf(name)]))
  const config = () =>
    ({ agent: agentConfig, settings: { maxProcesses: 2 }, teams }) as unknown as CompiledConfig
  const world = Object.assign(fake, {
    home,
    agentConfig,
    asked: [] as string[],
    launches: [] as IrisStart[],
    told: [] as { to: string; message: string }[],
    script: () => '{"verdict":"offer","reason":"done"}',
  }) as unknown as IrisWorld
  world.reopen = async () => {
    const { sql, log, clock, logger, usage, sessions, asks } = fake
    world.iris = createIrisAgent({
      sql,
      log,
      clock,
      logger,
      usage,
      sessions,
      config,
      home,
      inbox: asks,
      orchestrator: orchestratorOf(world),
      launch: (start) => launch(world, start),
      forget: () => undefined,
    })
    await world.iris.start()
  }
  await world.reopen()
  world.answer = (text, options) => answer(world, text, options)
  world.settle = () => settle(world)
  world.given = async (turn) => {
    const { uuid } = world.sessions.turn(turn)
    const agentOf = () => world.agents.find(({ sent }) => sent.some((message) => message.uuid === uuid))
    await until(() => agentOf() !== undefined)
    return agentOf()!
  }
  world.open = () => fake.asks.list({ state: 'open', limit: 100 }).asks
  world.say = (ask, choose) =>
    fake.asks.answer(ask, { who: { kind: 'human', name: 'user' }, input: { choose } })
  const end = fake.end.bind(fake)
  world.end = async () => {
    await world.iris.close()
    await end()
    rmSync(home, { recursive: true, force: true })
  }
  return world
}

/** Teams of the fake world, and a record of what was told; wakes go to real sessions. */
function orchestratorOf(world: IrisWorld): Orchestrator {
  const { sessions } = world
  const teams = () =>
    ['alpha', 'beta'].map((name) => ({
      name,
      awake: false,
      running: 0,
      queued: 0,
      asks: 0,
      cutOff: 0,
      costTodayUsd: 0,
    }))
  return {
    teams,
    sessions: ({ team }: { team?: string } = {}) =>
      sessions.list(team).map(({ id, caller, team: to }) => ({
        session: id,
        from: caller,
        to,
        state: 'idle',
        turns: 1,
        queued: 0,
        contextPercent: null,
        cutOff: null,
        costUsd: 0,
        lastUsedAt: 0,
      })),
    session: (id: SessionId, limit: number) => ({
      turns: sessions
        .marks(id, limit)
        .map((mark) => ({ turn: mark.id, seq: mark.acceptedSeq, acceptedAt: mark.acceptedAt })),
    }),
    findTurn(id: TurnId) {
      const { session, message, answer, how, endedAt, acceptedAt } = sessions.turn(id)
      const { caller, team } = sessions.byId(session)
      const state = endedAt === null ? 'delivered' : 'ended'
      const waitingFor = null
      return {
        turn: id,
        from: caller,
        to: team,
        state,
        how,
        waitingFor,
        message,
        answer,
        acceptedAt,
        endedAt,
      }
    },
    async tellBatched(_caller: unknown, { to, message }: { to: string; message: string }) {
      world.told.push({ to, message })
      const session = sessions.open('iris', to)
      const { id } = sessions.put({ session: session.id, message, author: 'iris', fromSession: null })
      return { outcome: Promise.resolve({ turn: id, session: session.id }) }
    },
    wake: async (_caller: unknown, team: string) => {
      world.told.push({ to: team, message: '(wake)' })
      return { wasAwake: false }
    },
  } as unknown as Orchestrator
}

async function answer(
  world: IrisWorld,
  text: string,
  options: AnswerOptions = {},
): Promise<{ session: SessionId; turn: TurnId }> {
  const { reader, caller = 'user', author = caller, fromSession = null } = options
  const session = world.sessions.open(caller, 'alpha').id
  const waiting = reader ? { waits: true, reader } : { waits: false }
  const { id } = world.sessions.put({ session, message: 'do it', author, fromSession, ...waiting })
  const of = () => world.sessions.turn(id)
  ;(await world.given(id)).answerTurn(text)
  await until(() => of().endedAt !== null)
  await until(() =>
    world.log.read({ types: ['question.judged'], limit: 1000 }).events.some(({ turn }) => turn === id),
  )
  return { session, turn: id }
}

async function settle(world: IrisWorld): Promise<void> {
  world.clock.advance(0)
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve))
}

export async function until(is: () => boolean): Promise<void> {
  for (let round = 0; round < 2000; round += 1) {
    if (is()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('it did not come to that')
}

/** A process that answers by the script of the world. */
function launch(
  world: IrisWorld,
  start: IrisStart,
): ReturnType<Parameters<typeof createIrisAgent>[0]['launch']> {
  world.launches.push(start)
  const fake = fakeAgent(start.id, start.conversation)
  const send = fake.send.bind(fake)
  fake.send = async (message) => {
    await send(message)
    world.asked.push(message.text)
    const agentSession = world.iris.identify(start.secret)?.name ?? ''
    if (world.wants) await askLeave(fake, world.wants)
    for (const piece of world.pieces ?? []) fake.print(printed(piece))
    const said = await world.script({ message: message.text, agentSession, iris: world.iris })
    fake.answerTurn(said, { total_cost_usd: 0.01 * world.asked.length })
  }
  return Promise.resolve(fake)
}

function printed(piece: Piece): object {
  if (piece !== null && typeof piece !== 'string') {
    if ('returned' in piece) {
      const part = {
        type: 'tool_result',
        tool_use_id: 't',
        content: [{ type: 'text', text: piece.returned }],
      }
      return { type: 'user', message: { role: 'user', content: [part] } }
    }
    const part = { type: 'tool_use', id: 't', name: piece.tool, input: piece.input ?? {} }
    return { type: 'assistant', message: { content: [part] } }
  }
  if (piece === null) return { type: 'assistant', message: { content: [{ type: 'text', text: 'whole' }] } }
  const delta = { type: 'text_delta', text: piece }
  return { type: 'stream_event', event: { type: 'content_block_delta', index: 0, delta } }
}

function askLeave(fake: FakeAgent, { tool, answered }: NonNullable<IrisWorld['wants']>): Promise<void> {
  return new Promise((resolve) => {
    fake.answer = async (_request, { allow }) => {
      answered(allow)
      resolve()
    }
    const request = { subtype: 'can_use_tool', tool_name: tool, input: {}, tool_use_id: 't' }
    fake.print({ type: 'control_request', request_id: globalThis.crypto.randomUUID(), request })
  })
}
