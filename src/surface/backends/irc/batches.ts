import type { IrcMessage } from '../../irc/index.ts'

const maxOpen = 20
const maxInside = 2000
/** What batches that are open may hold together. */
const maxLetters = 8 * 1024 * 1024

interface Batch {
  opening: IrcMessage
  type: string
  /** What it is about, such as a channel. */
  about: string
  inside: IrcMessage[]
}

/** Puts together what a server sends in several lines: long messages, and the past. */
export interface Batches {
  take(message: IrcMessage): void
  clear(): void
}

export function createBatches(hear: {
  onMessage: (message: IrcMessage) => void
  onPast: (channel: string, messages: readonly IrcMessage[]) => void
}): Batches {
  const open = new Map<string, Batch>()
  let letters = 0
  return { take, clear }

  function clear(): void {
    open.clear()
    letters = 0
  }

  function take(message: IrcMessage): void {
    const [id = '', type = '', about = ''] = message.params
    if (message.command !== 'BATCH') place(message)
    else if (id.startsWith('-')) end(id.slice(1))
    else if (open.size < maxOpen) open.set(id.slice(1), { opening: message, type, about, inside: [] })
  }

  function place(message: IrcMessage): void {
    const within = open.get(message.tags.get('batch') ?? '')
    if (!within) hear.onMessage(message)
    else if (within.inside.length < maxInside && letters < maxLetters) {
      within.inside.push(message)
      letters += lengthOf(message)
    }
  }

  function end(id: string): void {
    const batch = open.get(id)
    if (!batch) return
    open.delete(id)
    letters -= batch.inside.reduce((sum, message) => sum + lengthOf(message), 0)
    if (batch.type === 'draft/multiline') place(joined(batch))
    else if (batch.type === 'chathistory') hear.onPast(batch.about, batch.inside)
    else for (const message of batch.inside) hear.onMessage(message)
  }
}

const lengthOf = ({ params }: IrcMessage): number => params.reduce((sum, { length }) => sum + length, 0)

/** The lines of one message; who said it, when and under which id stands at its beginning. */
function joined({ opening, about, inside }: Batch): IrcMessage {
  const text = inside.reduce((before, { tags, params }, place) => {
    const glue = place === 0 || tags.has('draft/multiline-concat') ? '' : '\n'
    return `${before}${glue}${params.at(-1) ?? ''}`
  }, '')
  return { ...opening, command: inside[0]?.command ?? 'PRIVMSG', params: [about, text] }
}
