import { newId, type Channel } from '../../../contract/index.ts'
import type { IrcMessage } from '../../irc/index.ts'
import type { IrcContext } from './context.ts'
import { timeOf, type Hearing } from './hearing.ts'
import { foldName, nickOf } from './names.ts'
import type { Past } from './past.ts'

const pageSize = 100
const maxPages = 20
/** What is said while the past is read waits, so that rooms keep its order. */
const maxHeld = 2000

/** Hears what was said in a room, now and while Iris was away, in its order. */
export interface CatchingUp {
  /** Iris came into the channel of a room. */
  entered(room: Channel, channel: string): Promise<void>
  said(room: Channel, message: IrcMessage): void
  /** What the server replays by itself. */
  replayed(room: Channel, messages: readonly IrcMessage[]): void
}

export function createCatchingUp(
  context: IrcContext,
  { hearing, past }: { hearing: Hearing; past: Past },
): CatchingUp {
  const { clock, heard, nicks } = context
  const held = new Map<string, IrcMessage[]>()
  return { entered, said, replayed }

  async function entered(room: Channel, channel: string): Promise<void> {
    const last = heard.get(room.channel)
    if (last !== undefined && past.isOffered()) {
      const waiting: IrcMessage[] = []
      held.set(room.channel, waiting)
      try {
        await readOn(room, channel, last)
      } finally {
        held.delete(room.channel)
        for (const message of waiting) hear(room, message)
      }
    } else if (last !== undefined) tellGap(context, room)
    heard.put(room.channel, last ?? clock.now())
  }

  function said(room: Channel, message: IrcMessage): void {
    const waiting = held.get(room.channel)
    if (waiting && waiting.length < maxHeld) waiting.push(message)
    else hear(room, message)
  }

  function replayed(room: Channel, messages: readonly IrcMessage[]): void {
    for (const message of messages) if (message.tags.has('msgid')) hear(room, message, true)
  }

  function hear(room: Channel, message: IrcMessage, isPast = false): void {
    const nick = nickOf(message)
    if (nick === undefined || !/^(PRIVMSG|NOTICE)$/.test(message.command)) return
    const isOurs = (one: string): boolean => nicks.has(one) || (isPast && nicks.wasHeld(one))
    if (isOurs(nick) || isOurs(message.tags.get('draft/relaymsg') ?? ''))
      // It need not be read back later.
      heard.put(room.channel, timeOf(message) ?? clock.now())
    else if (foldName(nick) !== 'histserv') hearing.inRoom(room, message)
  }

  /** Pages overlap by a moment: messages of the same time would be missed otherwise, and none is heard twice. */
  async function readOn(room: Channel, channel: string, last: number): Promise<void> {
    let from = last
    for (let page = 0; page < maxPages; page += 1) {
      const after = `timestamp=${new Date(from - 1).toISOString()}`
      const messages = await past.ask(channel, 'AFTER', after, String(pageSize))
      for (const message of messages) hear(room, message, true)
      const newest = Math.max(from, ...messages.map((message) => timeOf(message) ?? 0))
      if (messages.length < pageSize || newest === from) return
      from = newest
    }
    context.logger.warn('more was said than is read back', { room: room.name })
  }
}

/** A server without a past does not say what was missed, so the room says that something may have been. */
function tellGap({ channels, isHeard, server }: IrcContext, { channel }: Channel): void {
  const body = `Iris was not connected to ${server} for a while. What was said there meanwhile is not here.`
  const [last] = channels.history(channel, { newest: true, limit: 1 }).messages
  if (channels.get(channel).archivedAt !== null || last?.body === body) return
  const message = newId('msg')
  isHeard.add(message)
  const author = { name: 'irisd', kind: 'daemon' } as const
  channels.postNow({ channel, message, author, body, form: 'notice', origin: 'irc' })
  isHeard.delete(message)
}
