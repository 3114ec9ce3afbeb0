import { Subject, type Observable } from 'rxjs'
import { IrisError, type ChatWriting, type Cited, type IrisAnswer } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { AgentConfig } from '../../platform/config/index.ts'
import { facts, type FactDeps } from './facts.ts'
import type { Mandate } from './hands.ts'
import type { Model } from './model.ts'
import type { Prompts } from './prompts.ts'
import { userChat, type Records } from './records.ts'

/** Talks with people. */
export interface Chat {
  ask(input: { question: string; yes: boolean; chat?: string | undefined }): Promise<IrisAnswer>
  /** What is being answered, piece by piece; in no log. */
  writing$: Observable<ChatWriting>
  /** Whether the config lets people talk with Iris. */
  isOn(): boolean
  /** The question that a conversation answers now. */
  mandateOf(agentSession: string): Mandate | undefined
}

const longestProgress = 300

export interface ChatDeps extends FactDeps {
  log: EventLog
  records: Records
  model: Model
  prompts: Prompts
  agent: () => AgentConfig
}

export function createChat(deps: ChatDeps): Chat {
  const { log, records, model, prompts, agent } = deps
  const isOn = (): boolean => agent().enabled && agent().features.dashboardChat
  const writing = new Subject<ChatWriting>()
  let mandate: Mandate | undefined
  let before: Promise<unknown> = Promise.resolve()

  return {
    isOn,
    writing$: writing,
    mandateOf: (agentSession) => (agentSession === userChat ? mandate : undefined),
    ask(input) {
      const turn = before.catch(() => undefined).then(() => answer(input))
      before = turn
      return turn
    },
  }

  /** One question at a time: what a question allows holds for it alone. */
  async function answer(input: {
    question: string
    yes: boolean
    chat?: string | undefined
  }): Promise<IrisAnswer> {
    const reason = model.unavailable() ?? (isOn() ? undefined : 'chat_off')
    if (reason) throw unavailable(reason)
    const { question, yes, chat = globalThis.crypto.randomUUID() } = input
    const cites = new Map<number, Cited>()
    mandate = { chat, question, yes, tainted: false, cites, actions: [] }
    const { actions } = mandate
    try {
      const session = records.chat()
      log.write((append) => {
        append({ type: 'chat.asked', data: { chat, text: question } })
        records.say(session, { role: 'user', type: 'user-query', content: question, metadata: { chat } })
      })
      const known = facts(deps, cites)
      const message = `${known}\n\nThe person asks:\n${question}`
      const said = await model.ask({
        agentSession: session,
        purpose: 'chat',
        system: prompts.userChat({}),
        message,
        onText: (piece) => writing.next({ chat, ...piece }),
        onTool: (tool) => progress(deps, chat, `uses ${tool.replace(/^mcp__iris__/, '')}`),
      })
      const cited = citesIn(said.text, cites)
      const { text, costUsd, rehearsed } = said
      const rests = cited.map(({ seq }) => seq)
      log.write((append) => {
        append({ type: 'chat.answered', data: { chat, text, cites: rests, costUsd } })
        const metadata = { chat, cites: rests }
        records.say(session, { role: 'assistant', type: 'iris-analysis', content: text, metadata })
      })
      return { chat, answer: text, cites: cited, actions: [...actions], costUsd, rehearsed }
    } finally {
      mandate = undefined
    }
  }
}

function progress({ log }: ChatDeps, chat: string, text: string): void {
  const data = { chat, text: text.slice(0, longestProgress) }
  try {
    log.write((append) => append({ type: 'chat.progressed', data }))
  } catch {
    // The disk is full. Whoever waits sees less on the way, and gets the answer or its error.
  }
}

/** The events an answer names; a number that was never shown to the model is no citation. */
function citesIn(text: string, known: ReadonlyMap<number, Cited>): Cited[] {
  const numbers = new Set([...text.matchAll(/#(\d{1,12})\b/g)].map(([, digits]) => Number(digits)))
  return [...numbers].flatMap((seq) => known.get(seq) ?? [])
}

function unavailable(reason: string): IrisError {
  if (reason === 'agent_disabled') return new IrisError('IRIS_DISABLED', 'The Iris agent is switched off.')
  if (reason === 'chat_off')
    return new IrisError('IRIS_DISABLED', 'The chat is switched off (agent.features.dashboardChat).')
  if (reason === 'over_budget')
    return new IrisError('IRIS_BUDGET_SPENT', 'The budget of the Iris agent is spent.')
  return new IrisError('IRIS_UNAVAILABLE', `The Iris agent cannot answer: ${reason}.`)
}
