import {
  IrisError,
  newId,
  type Channel,
  type ChannelId,
  type ChannelKind,
  type TaskId,
} from '../../contract/index.ts'
import { findChannel, type Author, type ChannelsContext } from './context.ts'
import { channelName, directName, folded } from './names.ts'
import type { ChannelRow } from './rows.ts'
import { toChannel } from './views.ts'

/** A channel that is to be there. */
export interface NewChannel {
  name: string
  kind?: ChannelKind
  topic?: string
  project?: string
  task?: TaskId
}

/** The channel of this name; it is made when there is none yet. */
export function open(context: ChannelsContext, wanted: NewChannel, by: string): Channel {
  const name = channelName(wanted.name)
  const known = context.channels.byName(name)
  return toChannel(known ?? make(context, { ...wanted, name }, by))
}

/** The direct messages of two; both are members from the start. */
export function openDirect(context: ChannelsContext, one: Author, other: Author): Channel {
  if (folded(one.name) === folded(other.name))
    throw new IrisError('CHAT_REFUSED', 'Nobody has direct messages with themselves.')
  const name = directName(one.name, other.name)
  const known = context.channels.byName(name)
  if (known) return toChannel(known)
  return context.log.write(() => {
    const row = make(context, { name, kind: 'direct', one: one.name, other: other.name }, one.name)
    const joinedAt = context.clock.now()
    for (const { name: member, kind } of [one, other])
      context.members.put(row.n, { name: member, kind, joinedAt })
    return toChannel(row)
  })
}

function make(
  { log, clock, channels }: ChannelsContext,
  wanted: NewChannel & { one?: string; other?: string },
  by: string,
): ChannelRow {
  const { name, kind = 'room', topic = '', project = null, task = null, one = null, other = null } = wanted
  const now = clock.now()
  const id = newId('chn', now)
  const topicOf = topic === '' ? { topicBy: null, topicAt: null } : { topicBy: by, topicAt: now }
  const made = { createdAt: now, createdBy: by, archivedAt: null, lastSeq: 0, lastAt: null }
  return log.write((append) => {
    append({ type: 'channel.opened', data: { channel: id, name, kind, by } })
    return channels.insert({ id, name, kind, topic, ...topicOf, project, task, one, other, ...made })
  })
}

export function setTopic(
  context: ChannelsContext,
  id: ChannelId,
  { topic, by }: { topic: string; by: string },
): Channel {
  return change(context, id, (row, append) => {
    if (row.topic === topic) return row
    append({ type: 'channel.changed', data: { channel: id, name: row.name, topic, by } })
    return { ...row, topic, topicBy: by, topicAt: context.clock.now() }
  })
}

export function archive(context: ChannelsContext, id: ChannelId, by: string): Channel {
  return change(context, id, (row, append) => {
    if (row.archivedAt !== null) return row
    append({ type: 'channel.archived', data: { channel: id, name: row.name, by } })
    return { ...row, archivedAt: context.clock.now() }
  })
}

export function reopen(context: ChannelsContext, id: ChannelId, by: string): Channel {
  return change(context, id, (row, append) => {
    if (row.archivedAt === null) return row
    append({ type: 'channel.reopened', data: { channel: id, name: row.name, by } })
    return { ...row, archivedAt: null }
  })
}

function change(
  context: ChannelsContext,
  id: ChannelId,
  how: (row: ChannelRow, append: Parameters<Parameters<ChannelsContext['log']['write']>[0]>[0]) => ChannelRow,
): Channel {
  return context.log.write((append) => {
    const row = how(findChannel(context, id), append)
    context.channels.update(row)
    return toChannel(row)
  })
}

/** Enters a channel; its read marker starts at the newest message. False when it was there already. */
export function join(
  context: ChannelsContext,
  id: ChannelId,
  { member, by = member.name }: { member: Author; by?: string | undefined },
): boolean {
  const { log, clock, members } = context
  const row = findChannel(context, id)
  if (members.has(row.n, member.name)) return false
  const { name, kind } = member
  log.write((append) => {
    append({ type: 'channel.joined', data: { channel: id, name: row.name, member: name, kind, by } })
    members.put(row.n, { name, kind, joinedAt: clock.now() })
    if (!members.read(row.n, name)) members.putRead(row.n, name, { seq: row.lastSeq, at: row.lastAt ?? 0 })
  })
  return true
}

export function part(
  context: ChannelsContext,
  id: ChannelId,
  { member, by = member }: { member: string; by?: string | undefined },
): boolean {
  const { log, members } = context
  const row = findChannel(context, id)
  if (row.kind === 'direct' || !members.has(row.n, member)) return false
  return log.write((append) => {
    append({ type: 'channel.left', data: { channel: id, name: row.name, member, by } })
    return members.remove(row.n, member)
  })
}
