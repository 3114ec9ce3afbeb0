import { createHash } from 'node:crypto'
import { IrisError, newId, type Channel, type Message, type MessageId } from '../../../contract/index.ts'
import type { Author } from '../../../core/channels/index.ts'
import type { IrcMessage } from '../../irc/index.ts'
import type { IrcContext } from './context.ts'
import { foldName, guestName, nickOf } from './names.ts'
import { readSaid, topicLine } from './wording.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const idLength = 26

/** Says something to whoever said something, from whom it was said to. */
export type Tell = (to: IrcMessage, text: string) => void

/** What is said on the server, put into the rooms once. */
export interface Hearing {
  /** Something said in a channel that is a room. */
  inRoom(room: Channel, message: IrcMessage): void
  /** Somebody there set the topic of a channel that is a room. */
  topic(room: Channel, message: IrcMessage): void
  /** Something said to somebody of Iris alone. */
  direct(to: Author, message: IrcMessage): void
}

export function createHearing(context: IrcContext, tell: Tell): Hearing {
  const { channels, log, logger, server, heard } = context
  return { inRoom, topic, direct }

  function inRoom(room: Channel, message: IrcMessage): void {
    const said = readSaid(message.command, message.params.at(-1) ?? '')
    if (!said) return
    const speaker = speakerIn(context, message)
    if (speaker.kind === 'person' && /^[/!]answer(\s|$)/.test(said.body))
      return answer(context, tell, { room, message, body: said.body })
    const author = speaker.kind === 'person' ? ({ name: 'user', kind: 'person' } as const) : speaker
    post(room, message, { author, ...said })
  }

  /** Of a person it is the topic of the room; of others it is only told. */
  function topic(room: Channel, message: IrcMessage): void {
    const words = topicLine(message.params[1] ?? '')
    const speaker = speakerIn(context, message)
    if (speaker.kind === 'person') return void channels.setTopic(room.channel, words, 'user')
    const body = words === '' ? `removed the topic on ${server}` : `set the topic on ${server}: ${words}`
    post(room, message, { author: speaker, body, form: 'notice' })
  }

  /** Who is only heard cannot make rooms; it is told so. */
  function direct(to: Author, message: IrcMessage): void {
    const said = readSaid(message.command, message.params.at(-1) ?? '')
    if (!said || said.form === 'notice') return
    const speaker = speakerIn(context, message)
    if (speaker.kind === 'guest' && context.settings.guests === 'heard')
      return tell(message, 'I take direct messages only from accounts that Iris knows.')
    post(channels.direct(speaker, to), message, { author: speaker, ...said })
  }

  /** The message, and up to when the room was heard, in one transaction; what was heard before is not heard again. */
  function post(
    room: Channel,
    message: IrcMessage,
    said: Pick<Message, 'body'> & { author: Author; form: 'message' | 'action' | 'notice' },
  ): void {
    const id = idOf(server, message)
    if (channels.message(id)) return
    try {
      context.isHeard.add(id)
      log.write(() => {
        channels.postNow({ channel: room.channel, message: id, origin: 'irc', ...said })
        heard.put(room.channel, timeOf(message) ?? context.clock.now())
      })
    } catch (error) {
      // A room that was archived a moment ago, or a text that rooms refuse.
      if (!(error instanceof IrisError)) throw error
      logger.debug('not heard', { room: room.name, err: error })
    } finally {
      context.isHeard.delete(id)
    }
  }
}

/** Answers an ask as the person, and tells them what came of it. */
function answer(
  { rooms, logger }: IrcContext,
  tell: Tell,
  { room, message, body }: { room: Channel; message: IrcMessage; body: string },
): void {
  rooms.say({ name: 'user', kind: 'human' }, room, { body, origin: 'irc' }).catch((error: unknown) => {
    if (error instanceof IrisError) tell(message, error.message)
    else logger.warn('an answer from IRC failed', { err: error })
  })
}

function speakerIn({ settings }: IrcContext, message: IrcMessage): Author {
  const account = message.tags.get('account')
  const isPerson =
    account !== undefined && settings.people.some((name) => foldName(name) === foldName(account))
  return { name: guestName(nickOf(message) ?? ''), kind: isPerson ? 'person' : 'guest' }
}

export function timeOf({ tags }: IrcMessage): number | undefined {
  const time = Date.parse(tags.get('time') ?? '')
  return Number.isNaN(time) ? undefined : time
}

/** The same for the same message, however often the server sends it; where it names none, each line is a message. */
function idOf(server: string, message: IrcMessage): MessageId {
  const id = message.tags.get('msgid')
  if (id === undefined) return newId('msg')
  const digest = createHash('sha256').update(`${server}\n${id}`).digest()
  const letters = Array.from(digest.subarray(0, idLength), (byte) => alphabet[byte % 32] ?? '0')
  return `msg_${letters.join('')}`
}
