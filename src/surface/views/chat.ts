import { fieldsOf, textIn, type CallOutput, type EventEnvelope } from '../../contract/plain.ts'

/** One message of the chat with the Iris agent. */
export interface ChatLine {
  n: number
  by: 'you' | 'iris' | 'tool'
  text: string
  at: number
  /** The question it belongs to. */
  chat: string | null
  /** The events it rests on: those that Iris was shown, whatever other numbers its words hold. */
  cites: readonly number[]
  /** Of what Iris used on the way: with what, and what it got; null while it waits, or when that was lost. */
  used?: { tool: string; input: string; result: string | null }
}

/** What was said in the chat, with what Iris used between. */
export function chatOf(messages: CallOutput<'readIrisMessages'>['messages']): ChatLine[] {
  const results = new Map(
    messages.filter(({ type }) => type === 'tool-result').map(({ toolUse, content }) => [toolUse, content]),
  )
  return messages.flatMap(({ n, role, type, content, at, chat, cites, tool, toolUse }): ChatLine[] => {
    if (type === 'tool-result' || role === 'system') return []
    if (type === 'tool-call') {
      const used = { tool: tool ?? '', input: content, result: results.get(toolUse) ?? null }
      return [{ n, by: 'tool', text: '', at, chat, cites, used }]
    }
    return [{ n, by: role === 'user' ? 'you' : 'iris', text: content, at, chat, cites }]
  })
}

/** The ask by which Iris wants leave to do something, when the event tells of one. */
export function wantedIn({ type, data }: EventEnvelope): string | undefined {
  return type === 'action.decided' && textIn(data, 'state') === 'asked' ? textIn(data, 'ask') : undefined
}

/** True when a statement is over: a tool is used, the answer is whole, or the model failed. */
export function endsWriting({ type, data }: EventEnvelope): boolean {
  if (type !== 'model.called') return type === 'chat.answered' || type === 'chat.progressed'
  return textIn(data, 'purpose') === 'chat' && fieldsOf(data)['ok'] === false
}

/** What Iris does about a question now, when the event tells. */
export function progressOf({ type, data }: EventEnvelope, chat: string): string | undefined {
  return type === 'chat.progressed' && textIn(data, 'chat') === chat ? textIn(data, 'text') : undefined
}
