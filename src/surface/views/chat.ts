import type { CallOutput, EventEnvelope } from '../../contract/plain.ts'
import { fieldsOf, text } from './fields.ts'

/** One message of the chat with the Iris agent. */
export interface ChatLine {
  n: number
  by: 'you' | 'iris'
  text: string
  at: number
  /** The question it belongs to. */
  chat: string | null
  /** The events it rests on: those that Iris was shown, whatever other numbers its words hold. */
  cites: readonly number[]
}

/** What was said in the chat; the calls of tools between are not. */
export function chatOf(messages: CallOutput<'readIrisMessages'>['messages']): ChatLine[] {
  return messages.flatMap(({ n, role, type, content, at, chat, cites }) => {
    if (type === 'tool-call' || type === 'tool-result' || role === 'system') return []
    const by = role === 'user' ? ('you' as const) : ('iris' as const)
    return [{ n, by, text: content, at, chat, cites }]
  })
}

/** The ask by which Iris wants leave to do something, when the event tells of one. */
export function wantedIn({ type, data }: EventEnvelope): string | undefined {
  return type === 'action.decided' && text(data, 'state') === 'asked' ? text(data, 'ask') : undefined
}

/** True when a statement is over: a tool is used, the answer is whole, or the model failed. */
export function endsWriting({ type, data }: EventEnvelope): boolean {
  if (type !== 'model.called') return type === 'chat.answered' || type === 'chat.progressed'
  return text(data, 'purpose') === 'chat' && fieldsOf(data)['ok'] === false
}

/** What Iris does about a question now, when the event tells. */
export function progressOf({ type, data }: EventEnvelope, chat: string): string | undefined {
  return type === 'chat.progressed' && text(data, 'chat') === chat ? text(data, 'text') : undefined
}
