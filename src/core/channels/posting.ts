import {
  IrisError,
  maxMessageBytes,
  newId,
  type ChannelId,
  type Message,
  type MessageForm,
  type MessageId,
  type MessageOrigin,
  type SessionId,
  type TurnId,
} from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import { findChannel, type Author, type ChannelsContext } from './context.ts'
import { everybody, mentionsIn } from './mentions.ts'
import type { ChannelRow, MessageRow } from './rows.ts'
import { toChannel, toMessage } from './views.ts'

/** A message to be posted. */
export interface NewMessage {
  channel: ChannelId
  author: Author
  body: string
  origin: MessageOrigin
  form?: MessageForm
  replyTo?: MessageId
  turn?: TurnId
  /** The session of the agent that says it. */
  fromSession?: SessionId
  /** Its id, when whoever posts it chose one: the same again is the message that is there already. */
  message?: MessageId
}

/** Writes a message into the change under way. */
export function post(context: ChannelsContext, wanted: NewMessage, append: Append): Message {
  const again = wanted.message && context.messages.byId(wanted.message)
  if (again) return sameAgain(again, wanted)
  checkBody(wanted.body)
  const channel = findChannel(context, wanted.channel)
  if (channel.archivedAt !== null)
    throw new IrisError('CHANNEL_ARCHIVED', `${channel.name} is archived: it can only be read.`)
  const row = insert(context, channel, wanted)
  const { id, seq, author, kind, form } = row
  const about = { channel: channel.id, name: channel.name, message: id, number: seq, author, kind, form }
  const posted = toMessage(row)
  const isDirect = channel.kind === 'direct'
  const { fromSession = null } = wanted
  append({ type: 'message.posted', data: { ...about, mentions: posted.mentions, isDirect, fromSession } })
  context.keep(row)
  return posted
}

function insert(context: ChannelsContext, channel: ChannelRow, wanted: NewMessage): MessageRow {
  const { clock, channels, members, messages } = context
  const { author, body, origin, form = 'message', replyTo = null, turn = null } = wanted
  const isCaughtUp = (members.read(channel.n, author.name)?.seq ?? 0) >= channel.lastSeq
  // Never before the message before it, also when the clock was set back: who pages by time misses nothing.
  const at = Math.max(clock.now(), channel.lastAt ?? 0)
  const mentioned = mentionedIn(context, channel, wanted)
  const row = {
    id: wanted.message ?? newId('msg', at),
    channel: channel.n,
    author: author.name,
    kind: author.kind,
    via: author.via ?? null,
    form,
    body,
    replyTo,
    thread: threadOf(context, channel, replyTo),
    mentions: JSON.stringify(mentioned),
    at,
    origin,
    turn,
  }
  const seq = messages.insert(row)
  for (const name of mentioned) messages.mention(channel.n, seq, name)
  channels.update({ ...channel, lastSeq: seq, lastAt: at })
  // Who had read everything has read its own words too; who had not must not skip those of others.
  if (isCaughtUp) members.putRead(channel.n, author.name, { seq, at })
  return { ...row, seq, channelId: channel.id }
}

/** Whom a text by this author mentions there. */
export function mentionedIn(
  { members, namesIn }: ChannelsContext,
  channel: ChannelRow,
  { author, body, form }: Pick<NewMessage, 'author' | 'body' | 'form'>,
): string[] {
  if (form === 'notice' || !/[@:,]/.test(body)) return []
  const present = members.of(channel.n).map(({ name }) => name)
  const isPerson = author.kind === 'person' || author.kind === 'delegate'
  const known = [...(namesIn?.(toChannel(channel)) ?? []), ...present, ...(isPerson ? everybody : [])]
  const found = mentionsIn(body, known)
  const names = found.flatMap((name) => (everybody.some((one) => one === name) ? present : [name]))
  return [...new Set(names)].filter((name) => name !== author.name)
}

function threadOf(
  { messages }: ChannelsContext,
  channel: ChannelRow,
  replyTo: MessageId | null,
): MessageId | null {
  if (replyTo === null) return null
  const first = messages.byId(replyTo)
  if (first?.channel !== channel.n)
    throw new IrisError('MESSAGE_UNKNOWN', `There is no message ${replyTo} in ${channel.name}.`)
  return first.thread ?? first.id
}

function checkBody(body: string): void {
  if (body.trim() === '') throw new IrisError('MESSAGE_EMPTY', 'The message has no text.')
  if (Buffer.byteLength(body) > maxMessageBytes)
    throw new IrisError('BODY_TOO_LARGE', `The message is larger than ${maxMessageBytes / 1024 / 1024} MiB.`)
}

/** Somebody who heard no answer posts again: the same message is there once. */
function sameAgain(row: MessageRow, { author, channel, body }: NewMessage): Message {
  if (row.author === author.name && row.channelId === channel && row.body === body) return toMessage(row)
  throw new IrisError('MESSAGE_UNKNOWN', `${row.id} is the id of another message.`)
}
