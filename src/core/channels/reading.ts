import type { ChannelId, Message, MessageId, ReadMarker } from '../../contract/index.ts'
import { findChannel, type ChannelsContext } from './context.ts'
import type { ChannelRow, MessageRow } from './rows.ts'
import { toMessage } from './views.ts'

/** A place in what was said: a number, a message, or a time. */
export type Point = { seq: number } | { message: MessageId } | { at: number }

/** Which part of what was said in a channel; always given oldest first. */
export type Range =
  | { after: Point; until?: Point }
  | { before: Point; since?: Point }
  | { around: Point }
  | { newest: true }

/** Messages, oldest first, and whether there is more in the direction that was read. */
export interface Slice {
  messages: Message[]
  hasMore: boolean
}

const end = Number.MAX_SAFE_INTEGER

/** A part of what was said. Places are excluded themselves, but for the one in the middle. */
export function history(
  context: ChannelsContext,
  id: ChannelId,
  { limit, ...range }: Range & { limit: number },
): Slice {
  const row = findChannel(context, id)
  if ('around' in range) return around(context, row, { point: range.around, limit })
  if ('after' in range) {
    const from = lastUpTo(context, row, range.after)
    const until = range.until === undefined ? end : firstFrom(context, row, range.until)
    const found = context.messages.after(row.n, from, limit + 1).filter(({ seq }) => seq < until)
    return { messages: found.slice(0, limit).map(toMessage), hasMore: found.length > limit }
  }
  const before = 'newest' in range ? end : firstFrom(context, row, range.before)
  const since = 'since' in range && range.since !== undefined ? lastUpTo(context, row, range.since) : 0
  const found = context.messages.before(row.n, before, limit + 1).filter(({ seq }) => seq > since)
  return { messages: found.slice(-limit).map(toMessage), hasMore: found.length > limit }
}

function around(
  { messages, ...context }: ChannelsContext,
  row: ChannelRow,
  { point, limit }: { point: Point; limit: number },
): Slice {
  const middle = firstFrom({ ...context, messages }, row, point)
  const after = messages.after(row.n, middle - 1, Math.ceil(limit / 2))
  const before = messages.before(row.n, middle, limit - after.length)
  const found: MessageRow[] = [...before, ...after]
  return { messages: found.map(toMessage), hasMore: found.length === limit }
}

/** The number of the last message up to a place, itself included. */
function lastUpTo({ messages }: ChannelsContext, row: ChannelRow, point: Point): number {
  if ('seq' in point) return point.seq
  if ('at' in point) return messages.seqAt(row.n, point.at)
  return messages.byId(point.message)?.seq ?? 0
}

/** The number of the first message from a place on, itself included. */
function firstFrom({ messages }: ChannelsContext, row: ChannelRow, point: Point): number {
  if ('seq' in point) return point.seq
  if ('at' in point) return messages.seqAt(row.n, point.at - 1) + 1
  return messages.byId(point.message)?.seq ?? 0
}

/** A message and the replies to it, oldest first. */
export function thread(
  { messages }: ChannelsContext,
  root: MessageId,
  { after, limit }: { after: number; limit: number },
): Slice {
  const found = messages.thread(root, after, limit + 1)
  return { messages: found.slice(0, limit).map(toMessage), hasMore: found.length > limit }
}

/** What a reader has not read in a channel. */
export interface Unread {
  unread: number
  mentions: number
  read: ReadMarker
}

export function unreadOf(
  { members, messages }: ChannelsContext,
  { n, lastSeq }: ChannelRow,
  name: string,
): Unread {
  const read = members.read(n, name) ?? { seq: 0, at: 0 }
  if (read.seq >= lastSeq) return { unread: 0, mentions: 0, read }
  return {
    unread: messages.unread(n, name, read.seq),
    mentions: messages.mentionsOf(n, name, read.seq),
    read,
  }
}

/** Moves the marker of a reader on, never back and never past the newest message. */
export function markRead(
  context: ChannelsContext,
  id: ChannelId,
  { reader: name, to }: { reader: string; to: Point },
): ReadMarker {
  const { log, members } = context
  const row = findChannel(context, id)
  const known = members.read(row.n, name) ?? { seq: 0, at: 0 }
  const seq = Math.min(lastUpTo(context, row, to), row.lastSeq)
  const at = 'at' in to ? to.at : seq === row.lastSeq ? (row.lastAt ?? 0) : atOf(context, row, seq)
  if (seq <= known.seq && at <= known.at) return known
  return log.write((append) => {
    members.putRead(row.n, name, { seq, at })
    if (seq > known.seq)
      append({ type: 'channel.read', data: { channel: id, name: row.name, member: name, upTo: seq } })
    return members.read(row.n, name) ?? known
  })
}

function atOf({ messages }: ChannelsContext, { n }: ChannelRow, seq: number): number {
  return messages.before(n, seq + 1, 1).at(-1)?.at ?? 0
}
