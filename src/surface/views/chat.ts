import type { CallOutput, EventEnvelope } from '../../contract/plain.ts'
import { text } from './fields.ts'

/** One message of the chat with the Iris agent. */
export interface ChatLine {
  n: number
  by: 'you' | 'iris'
  text: string
  at: number
  /** The events it refers to. */
  cites: number[]
}

/** What was said in the chat; the calls of tools between are not. */
export function chatOf(messages: CallOutput<'readIrisMessages'>['messages']): ChatLine[] {
  return messages.flatMap(({ n, role, type, content, at }) => {
    if (type === 'tool-call' || type === 'tool-result' || role === 'system') return []
    const by = role === 'user' ? ('you' as const) : ('iris' as const)
    return [{ n, by, text: content, at, cites: by === 'iris' ? citesIn(content) : [] }]
  })
}

/** Numbers of events, as Iris writes them: #123. */
function citesIn(words: string): number[] {
  return [...new Set([...words.matchAll(/#([1-9]\d{0,11})\b/g)].map(([, digits]) => Number(digits)))]
}

/** The ask by which Iris wants leave to do something, when the event tells of one. */
export function wantedIn({ type, data }: EventEnvelope): string | undefined {
  return type === 'action.decided' && text(data, 'state') === 'asked' ? text(data, 'ask') : undefined
}

/** What Iris does about a question now, when the event tells. */
export function progressOf({ type, data }: EventEnvelope, chat: string): string | undefined {
  return type === 'chat.progressed' && text(data, 'chat') === chat ? text(data, 'text') : undefined
}
