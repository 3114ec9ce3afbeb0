import { Subject, type Observable } from 'rxjs'
import { IrisError, type AskId, type ChatWriting, type Cited, type IrisAnswer } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { AgentConfig } from '../../platform/config/index.ts'
import { facts, type FactDeps } from './facts.ts'
import type { Mandate } from './mandate.ts'
import type { Model } from './model.ts'
import type { Prompts } from './prompts.ts'
import { userChat, type Records } from './records.ts'
import { plainName } from './tool-notes.ts'

/** What a person asks. */
export interface Question {
  question: string
  yes: boolean
  /** The name of this question. */
  chat?: string | undefined
  /** Shown what Iris does about it, as the log is. */
  onProgress?: ((text: string) => void) | undefined
}

/** Talks with people. */
export interface Chat {
  ask(question: Question): Promise<IrisAnswer>
  /** What is being answered, piece by piece; in no log. */
  writing$: Observable<ChatWriting>
  /** The key of the config that keeps people from talking with Iris, or undefined. */
  offBy(): string | undefined
  /** The question that a conversation answers now. */
  mandateOf(agentSession: string): Mandate | undefined
  /** A person must answer an ask before it goes on; whoever stands in line is told. Until what is returned is called. */
  waits(wait: { agentSession: string; ask: AskId }): () => void
}

const maxProgress = 300

export interface ChatDeps extends FactDeps {
  log: EventLog
  records: Records
  model: Model
  prompts: Prompts
  agent: () => AgentConfig
}

/** A question with its name, and how to tell whoever asked it what happens. */
interface InLine {
  chat: string
  asked: Question
  tell: (text: string) => void
}

export function createChat(deps: ChatDeps): Chat {
  const { agent } = deps
  const writing = new Subject<ChatWriting>()
  const line = new Set<InLine>()
  const asks = new Set<AskId>()
  let mandate: Mandate | undefined
  let before: Promise<unknown> = Promise.resolve()
  const offBy = (): string | undefined => {
    if (!agent().enabled) return 'agent.enabled'
    return agent().features.dashboardChat ? undefined : 'agent.features.dashboardChat'
  }

  return {
    offBy,
    writing$: writing,
    mandateOf: (agentSession) => (agentSession === userChat ? mandate : undefined),
    ask(asked) {
      const mine = inLine(deps, asked)
      if (line.size > 0) mine.tell(waitWords([...asks][0]))
      line.add(mine)
      const turn = before
        .catch(() => undefined)
        .then(() => answerNow(mine))
        .finally(() => line.delete(mine))
      before = turn
      return turn
    },
    waits({ agentSession, ask }) {
      if (agentSession !== userChat) return () => undefined
      asks.add(ask)
      for (const other of [...line].slice(1)) other.tell(waitWords(ask))
      return () => void asks.delete(ask)
    },
  }

  /** One question at a time: what a question allows holds for it alone. */
  async function answerNow(mine: InLine): Promise<IrisAnswer> {
    const reason = deps.model.unavailable() ?? (offBy() === undefined ? undefined : 'chat_off')
    if (reason) throw unavailable(reason)
    const { chat, asked } = mine
    const { question, yes } = asked
    const current: Mandate = { chat, question, yes, tainted: false, waited: 0, cites: new Map(), actions: [] }
    mandate = current
    try {
      return await answer(deps, { ...mine, mandate: current, write: (piece) => writing.next(piece) })
    } finally {
      mandate = undefined
    }
  }
}

function inLine(deps: ChatDeps, asked: Question): InLine {
  const { chat = globalThis.crypto.randomUUID(), onProgress } = asked
  const tell = (text: string): void => {
    progress(deps, chat, text)
    onProgress?.(text)
  }
  return { chat, asked, tell }
}

function waitWords(ask: AskId | undefined): string {
  return ask === undefined
    ? 'answers another question first'
    : `waits for an answer to ${ask} first: iris inbox answer ${ask}`
}

interface Answering extends InLine {
  mandate: Mandate
  write: (piece: ChatWriting) => void
}

async function answer(deps: ChatDeps, { chat, asked, tell, mandate, write }: Answering): Promise<IrisAnswer> {
  const { log, records, model, prompts } = deps
  const { question } = asked
  const session = records.chat()
  log.write((append) => {
    append({ type: 'chat.asked', data: { chat, text: question } })
    records.say(session, { role: 'user', type: 'user-query', content: question, metadata: { chat } })
  })
  const { text, costUsd, rehearsed } = await model.ask({
    agentSession: session,
    purpose: 'chat',
    chat,
    system: prompts.userChat({}),
    message: `${facts(deps, mandate.cites)}\n\nThe person asks:\n${question}`,
    onText: (piece) => write({ chat, ...piece }),
    onTool: ({ name, input }) => tell(`uses ${plainName(name)} ${JSON.stringify(input)}`),
    onReturned: ({ text: got, isError }) => tell(`${isError ? 'was refused' : 'got'}: ${oneLine(got)}`),
  })
  const cites = citesIn(text, mandate.cites)
  const rests = cites.map(({ seq }) => seq)
  log.write((append) => {
    append({ type: 'chat.answered', data: { chat, text, cites: rests, costUsd } })
    const metadata = { chat, cites: rests }
    records.say(session, { role: 'assistant', type: 'iris-analysis', content: text, metadata })
  })
  return { chat, answer: text, cites, actions: [...mandate.actions], costUsd, rehearsed }
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function progress({ log }: ChatDeps, chat: string, text: string): void {
  const data = { chat, text: text.slice(0, maxProgress) }
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
  if (reason === 'chat_off') return new IrisError('IRIS_CHAT_OFF', 'The chat with Iris is switched off.')
  if (reason === 'over_budget')
    return new IrisError('IRIS_BUDGET_SPENT', 'The budget of the Iris agent is spent.')
  return new IrisError('IRIS_UNAVAILABLE', `The Iris agent cannot answer: ${reason}.`)
}
