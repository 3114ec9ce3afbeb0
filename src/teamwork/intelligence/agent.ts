import type { Observable } from 'rxjs'
import type { ChatWriting, Event, Identity, IrisAnswer, IrisMessage } from '../../contract/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog, Following } from '../../core/store/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Orchestrator } from '../orchestrator/index.ts'
import { createChat, type Chat } from './chat.ts'
import { createConfirmations, type Confirmations } from './confirmations.ts'
import { createGuards, irisName, type Guards } from './guards.ts'
import { createHands, type Hands } from './hands.ts'
import { createHealth, type Health } from './health.ts'
import { createJudge } from './judge.ts'
import { createModel, type Model, type ModelDeps } from './model.ts'
import type { AskBox } from './ports.ts'
import { createPrompts } from './prompts.ts'
import { createQuestions, type Questions } from './questions.ts'
import { createQueue, type Queue } from './queue.ts'
import { createRecords, type Records } from './records.ts'

/** The intelligence inside the daemon: it watches, finds questions and talks with people; it is never a team. */
export interface IrisAgent {
  ask(input: { question: string; yes: boolean; chat?: string | undefined }): Promise<IrisAnswer>
  /** What it is answering to people, piece by piece, before the answer is whole. */
  writing$: Observable<ChatWriting>
  /** Whether the config lets people talk with Iris. */
  mayBeAsked(): boolean
  messages(query: { agentSession: string; after: number; limit: number }): IrisMessage[]
  /** The Iris agent's own process behind a secret. */
  identify(secret: string): Identity | undefined
  /** What its process may do. */
  hands: Hands
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
  inbox: AskBox
  config: () => CompiledConfig
  home: string
  launch: ModelDeps['launch']
  forget: ModelDeps['forget']
}

const atOnce = 4
const permitFor = 150_000
const followed = [
  'turn.ended',
  'turn.accepted',
  'agent.exited',
  'ask.marked',
  'ask.answered',
  'session.deleted',
]

export function createIrisAgent(deps: IrisAgentDeps): IrisAgent {
  const { log } = deps
  const parts = createParts(deps)
  const { records, model, chat, questions, queue, confirmations, hands } = parts
  let following: Following | undefined
  return {
    ask: (input) => chat.ask(input),
    writing$: chat.writing$,
    mayBeAsked: () => chat.isOn(),
    messages: ({ agentSession, after, limit }) => records.messages(agentSession, after, limit),
    identify(secret) {
      const agentSession = model.agentSessionOf(secret)
      return agentSession === undefined ? undefined : { role: 'iris', name: agentSession }
    },
    hands,
    async start() {
      await confirmations.clear()
      questions.start()
      following = log.follow({ name: irisName, types: followed, handle: (event) => handle(parts, event) })
    },
    async close() {
      questions.close()
      // Together: what the queue waits for may be the model, which takes minutes.
      await Promise.all([model.close(), following?.close(), queue.close()])
    },
  }
}

interface Parts {
  records: Records
  model: Model
  chat: Chat
  questions: Questions
  queue: Queue
  confirmations: Confirmations
  hands: Hands
  health: Health
  isEnabled: () => boolean
}

function createParts(deps: IrisAgentDeps): Parts {
  const { log, clock, logger, sessions, orchestrator, inbox, config, home } = deps
  const agent = (): CompiledConfig['agent'] => config().agent
  const records = createRecords(deps)
  const guards = createGuards({ log, clock })
  const onError = (error: unknown): void => logger.error('the Iris agent failed', { err: error })
  const queue = createQueue({ most: atOnce, onError })
  const prompts = createPrompts({ home, agent })
  const confirmations = createConfirmations({ inbox, log })
  const permit = createPermit({ agent, guards, confirmations })
  const model = createModel({ ...deps, records, agent, permit })
  const judge = createJudge({ sessions, records, model, prompts })
  const questions = createQuestions({ log, clock, sessions, config, records, inbox, queue, guards, judge })
  const chat = createChat({ log, records, model, prompts, orchestrator, inbox, agent })
  const hands = createHands({
    log,
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
  const isEnabled = (): boolean => agent().enabled
  return { records, model, chat, questions, queue, confirmations, hands, health, isEnabled }
}

/** Questions are filed by rules whether or not the Iris agent is enabled; the rest is the agent's. */
async function handle({ questions, health, records, isEnabled }: Parts, event: Event): Promise<void> {
  if (event.type === 'turn.ended') await questions.ended(event)
  if (event.type === 'turn.accepted') questions.told(event)
  if (event.type === 'ask.marked') questions.marked(event)
  if (event.type === 'session.deleted' && event.session) records.forget(event.session)
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
      signal: AbortSignal.timeout(permitFor),
    })
    return isAllowed
  }
}
