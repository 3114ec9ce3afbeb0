import type { Observable } from 'rxjs'
import type {
  ChatWriting,
  Event,
  EventType,
  Identity,
  IrisAnswer,
  IrisMessage,
} from '../../contract/index.ts'
import { irisName } from '../../core/agents/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog, Following } from '../../core/store/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Orchestrator } from '../orchestrator/index.ts'
import { createChat, type Chat, type Question } from './chat.ts'
import { createCircles, type Circle, type Circles } from './circles.ts'
import { createConfirmations, type Confirmations } from './confirmations.ts'
import { createGuards, type Guards } from './guards.ts'
import { createIrisTools, type IrisTools } from './iris-tools.ts'
import { createHealth, type Health } from './health.ts'
import { judgeIdle, type IdleJudgement } from './idle-judge.ts'
import { createJudge } from './judge.ts'
import { createModel, type Model, type ModelDeps } from './model.ts'
import type { AskPort } from './ports.ts'
import { createPrompts, type Prompts } from './prompts.ts'
import { createQuestions, type Questions } from './questions.ts'
import { createQueue, type Queue } from './queue.ts'
import { createRecords, type Records } from './records.ts'

/** The intelligence inside the daemon: it watches, finds questions and talks with people; it is never a team. */
export interface IrisAgent {
  ask(input: Question): Promise<IrisAnswer>
  /** What it is answering to people, piece by piece, before the answer is whole. */
  writing$: Observable<ChatWriting>
  /** The key of the config that keeps people from talking with Iris, or undefined. */
  offBy(): string | undefined
  messages(query: { agentSession: string; after: number; limit: number }): IrisMessage[]
  /** Whether somebody who rests has nothing to do, by a model of its own; undefined when that could not be said. */
  judgeIdle: IdleJudgement
  /** The Iris agent's own process behind a secret. */
  identify(secret: string): Identity | undefined
  /** What its process may do. */
  tools: IrisTools
  /** Teams went round in circles and were stopped: a person is told. */
  stopped(circle: Circle): void
  /** Begins to follow the log, where it left off. */
  start(): Promise<void>
  close(): Promise<void>
}

/** What the Iris agent is given. */
export interface IrisAgentDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  usage: Usage
  sessions: Sessions
  orchestrator: Orchestrator
  inbox: AskPort
  config: () => CompiledConfig
  home: string
  launch: ModelDeps['launch']
  forget: ModelDeps['forget']
}

const atOnce = 4
const followed = [
  'turn.ended',
  'turn.accepted',
  'agent.exited',
  'ask.marked',
  'ask.answered',
  'ask.dismissed',
  'session.deleted',
  'config.loaded',
] satisfies EventType[]

export function createIrisAgent(deps: IrisAgentDeps): IrisAgent {
  const { log } = deps
  const parts = createAgentParts(deps)
  const { records, model, chat, questions, queue, confirmations, tools, health } = parts
  let following: Following | undefined
  return {
    ask: (input) => chat.ask(input),
    writing$: chat.writing$,
    offBy: () => chat.offBy(),
    messages: ({ agentSession, after, limit }) => records.messages(agentSession, after, limit),
    judgeIdle: (seat) => judgeIdle(parts, seat),
    identify(secret) {
      const agentSession = model.agentSessionOf(secret)
      return agentSession === undefined ? undefined : { role: 'iris', name: agentSession }
    },
    tools,
    stopped: (circle) => parts.circles.stopped(circle),
    async start() {
      await confirmations.clear()
      questions.start()
      health.settle()
      following = log.follow({ name: irisName, types: followed, handle: (event) => handle(parts, event) })
    },
    async close() {
      questions.close()
      // Together: what the queue waits for may be the model, which takes minutes.
      await Promise.all([model.close(), following?.close(), queue.close()])
    },
  }
}

interface AgentParts {
  records: Records
  model: Model
  chat: Chat
  questions: Questions
  queue: Queue
  confirmations: Confirmations
  tools: IrisTools
  health: Health
  circles: Circles
  prompts: Prompts
  isEnabled: () => boolean
}

function createAgentParts(deps: IrisAgentDeps): AgentParts {
  const { log, clock, logger, sessions, orchestrator, inbox, config, home } = deps
  const agent = (): CompiledConfig['agent'] => config().agent
  const records = createRecords(deps)
  const guards = createGuards({ log, clock })
  const onError = (error: unknown): void => logger.error('the Iris agent failed', { err: error })
  const queue = createQueue({ most: atOnce, onError })
  const prompts = createPrompts({ home, agent, logger })
  const confirmations = createConfirmations({
    inbox,
    log,
    clock,
    onWait(wait) {
      const stops = [model.hold(wait.agentSession), chat.waits(wait)]
      return () => stops.forEach((stop) => stop())
    },
  })
  const permit = createPermit({ agent, guards, confirmations })
  const model: Model = createModel({ ...deps, records, agent, permit })
  const judge = createJudge({ sessions, records, model, prompts, config })
  const questions = createQuestions({ log, clock, sessions, config, records, inbox, queue, guards, judge })
  const chat: Chat = createChat({ log, records, model, prompts, orchestrator, inbox, agent })
  const tools = createIrisTools({
    log,
    clock,
    progress$: (turn) => sessions.progress$(turn),
    hold: (agentSession) => model.hold(agentSession),
    orchestrator,
    records,
    inbox,
    guards,
    config,
    confirmations,
    mandateOf: (agentSession) => chat.mandateOf(agentSession),
    pool: () => ({
      most: config().settings.maxProcesses,
      processes: sessions.pool.list().map(({ team, session, pid }) => ({ team, session, pid })),
    }),
  })
  const health = createHealth({ log, records, inbox, config, sessions })
  const circles = createCircles({ log, records, inbox, sessions })
  const isEnabled = (): boolean => agent().enabled
  return { records, model, chat, questions, queue, confirmations, tools, health, circles, prompts, isEnabled }
}

/** Questions and circles are brought to people whether or not the Iris agent is enabled; the rest is the agent's. */
async function handle(
  { questions, health, circles, records, isEnabled }: AgentParts,
  event: Event,
): Promise<void> {
  if (event.type === 'turn.ended') await questions.ended(event)
  if (event.type === 'turn.accepted') {
    questions.told(event)
    circles.told(event)
  }
  if (event.type === 'ask.answered') circles.answered(event)
  if (event.type === 'ask.marked') questions.marked(event)
  if (event.type === 'session.deleted' && event.session) records.forget(event.session)
  // What it asked before it was switched off is closed all the same.
  health.settle(event)
  if (!isEnabled()) return
  if (event.type === 'turn.ended') await health.ended(event)
  if (event.type === 'agent.exited') await health.exited(event)
  if (event.type === 'ask.answered') await health.answered(event)
}

/** A tool that is not ours: as the config says, by default a person decides; a conversation about a team has none. */
function createPermit(deps: {
  agent: () => CompiledConfig['agent']
  guards: Guards
  confirmations: Confirmations
}): ModelDeps['permit'] {
  const { agent, guards, confirmations } = deps
  return async ({ agentSession }, { tool, description, input }) => {
    if (tool.startsWith('mcp__iris__')) return true
    const { grantPermission } = agent()
    if (grantPermission === 'no' || agentSession.session_type !== 'user-chat')
      return guards.refuse('tool', { team: irisName, reason: `${tool} in ${agentSession.id}` })
    if (grantPermission === 'yes') return true
    const { isAllowed } = await confirmations.confirm({
      agentSession: agentSession.id,
      action: 'use_tool',
      team: irisName,
      text: `Iris wants to use ${tool}: ${description}\n${JSON.stringify(input).slice(0, 2000)}`,
    })
    return isAllowed
  }
}
