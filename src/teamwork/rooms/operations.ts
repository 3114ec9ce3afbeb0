import { IrisError, type Caller, type channelsNoun, type OperationsOf } from '../../contract/index.ts'
import type { Rooms } from './rooms.ts'

/** What the operations on channels do, each for who the token says. */
export function roomOperations(rooms: Rooms): OperationsOf<typeof channelsNoun> {
  const { channels, config } = rooms.context
  const author = (caller: Caller) => rooms.authorOf(caller)
  const seen = (caller: Caller, id: Parameters<typeof channels.seen>[0]) =>
    channels.seen(id, author(caller).name)
  return {
    async listChannels({ archived }, caller) {
      await rooms.refresh()
      const shown = rooms.readable(caller).filter(({ archivedAt }) => archived || archivedAt === null)
      return { channels: shown.map(({ channel }) => seen(caller, channel)) }
    },
    openChannel({ name, topic }, caller) {
      const { name: by } = author(caller)
      const channel = channels.open({ name, ...(topic === undefined ? {} : { topic }) }, by)
      channels.join(channel.channel, author(caller))
      return channel
    },
    async getChannel({ channel: named }, caller) {
      const { channel } = await roomFor(rooms, caller, named)
      return { channel: seen(caller, channel), members: channels.members(channel) }
    },
    changeChannel({ channel: named, topic, archived }, caller) {
      const { channel } = rooms.roomOf(caller, named)
      const { name } = author(caller)
      if (archived !== undefined && (caller.kind !== 'human' || caller.delegate))
        throw new IrisError('CHAT_REFUSED', 'Only a person archives a room or reopens it.')
      if (topic !== undefined) channels.setTopic(channel, topic, name)
      if (archived === true) channels.archive(channel, name)
      if (archived === false) channels.reopen(channel, name)
      return channels.get(channel)
    },
    joinChannel({ channel: named, member }, caller) {
      const { channel } = rooms.roomOf(caller, named)
      channels.join(channel, memberNamed(caller, member), author(caller).name)
      return channels.get(channel)
    },
    leaveChannel({ channel: named, member }, caller) {
      const { channel } = rooms.roomOf(caller, named)
      if (member !== author(caller).name && caller.kind !== 'human')
        throw new IrisError('CHAT_REFUSED', 'Only a person sends somebody else away.')
      channels.part(channel, member, author(caller).name)
      return channels.get(channel)
    },
    ...talk(rooms),
  }

  /** A person may bring a team in; everybody else speaks for itself. */
  function memberNamed(caller: Caller, member: string | undefined): ReturnType<typeof author> {
    const own = author(caller)
    if (member === undefined || member === own.name) return own
    if (caller.kind !== 'human') throw new IrisError('CHAT_REFUSED', 'Only a person brings somebody else in.')
    if (!config().teams.has(member)) throw new IrisError('TEAM_UNKNOWN', `There is no team ${member}.`)
    return { name: member, kind: 'agent' }
  }
}

/** A room that is not there yet may be one of a project whose rooms nobody has looked at. */
async function roomFor(rooms: Rooms, caller: Caller, named: string): Promise<ReturnType<Rooms['roomOf']>> {
  try {
    return rooms.roomOf(caller, named)
  } catch (error) {
    if (!(error instanceof IrisError && error.code === 'CHANNEL_UNKNOWN')) throw error
    await rooms.refresh()
    return rooms.roomOf(caller, named)
  }
}

type Talk = 'postMessage' | 'readMessages' | 'markRead' | 'searchMessages' | 'readChatInbox'

function talk(rooms: Rooms): Pick<OperationsOf<typeof channelsNoun>, Talk> {
  const { channels } = rooms.context
  const author = (caller: Caller) => rooms.authorOf(caller)
  return {
    async postMessage({ channel: named, ...said }, caller) {
      const origin = caller.kind === 'agent' ? 'mcp' : 'http'
      return rooms.say(caller, await roomFor(rooms, caller, named), { ...said, origin })
    },
    async readMessages(wanted, caller) {
      const room = await roomFor(rooms, caller, wanted.channel)
      const { name } = author(caller)
      const read = channels.marker(room.channel, name)
      const { messages, hasMore } = sliceOf(room.channel, read.seq, wanted)
      const cursor = messages.at(-1)?.seq ?? wanted.after ?? read.seq
      const unreadLeft = channels.unreadAfter(room.channel, name, Math.max(cursor, read.seq))
      return { channel: room, messages, cursor, hasMore, unreadLeft, read }
    },
    markRead({ channel: named, upTo }, caller) {
      const { channel } = rooms.roomOf(caller, named)
      return channels.markRead(channel, author(caller).name, { seq: upTo })
    },
    searchMessages({ channel: named, ...query }, caller) {
      const within = named === undefined ? rooms.readable(caller) : [rooms.roomOf(caller, named)]
      return channels.search({ ...query, channels: within.map(({ channel }) => channel) })
    },
    readChatInbox: (_, caller) => chatInbox(rooms, caller),
  }

  function sliceOf(
    channel: Parameters<typeof channels.history>[0],
    readSeq: number,
    wanted: Parameters<ReturnType<typeof talk>['readMessages']>[0],
  ): ReturnType<typeof channels.history> {
    const { after, before, around, unread, thread, limit } = wanted
    if (thread !== undefined) {
      if (channels.message(thread)?.channel !== channel)
        throw new IrisError('MESSAGE_UNKNOWN', `There is no message ${thread} in this room.`)
      return channels.thread(thread, { after: after ?? 0, limit })
    }
    if (around !== undefined) return channels.history(channel, { around: { seq: around }, limit })
    if (before !== undefined) return channels.history(channel, { before: { seq: before }, limit })
    if (after !== undefined || unread)
      return channels.history(channel, { after: { seq: after ?? readSeq }, limit })
    return channels.history(channel, { newest: true, limit })
  }
}

/** What waits for somebody: mentions first, then direct messages, then the rest. */
function chatInbox(
  rooms: Rooms,
  caller: Caller,
): ReturnType<OperationsOf<typeof channelsNoun>['readChatInbox']> {
  const { channels } = rooms.context
  const { name } = rooms.authorOf(caller)
  const waiting = rooms
    .readable(caller)
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ channel }) => channels.seen(channel, name))
    .filter(({ unread }) => unread > 0)
  const isDirect = ({ kind }: { kind: string }): number => Number(kind === 'direct')
  const sorted = waiting.toSorted(
    (one, other) =>
      other.mentions - one.mentions || isDirect(other) - isDirect(one) || other.lastSeq - one.lastSeq,
  )
  return {
    channels: sorted.map(({ channel, name: room, unread, mentions, readSeq }) => {
      const newest = channels.history(channel, { newest: true, limit: 1 }).messages[0]
      const shown = newest ? `${newest.author}: ${newest.body.slice(0, 120)}` : null
      return { channel: room, unread, mentions, readSeq, newest: shown }
    }),
    unread: sorted.reduce((sum, { unread }) => sum + unread, 0),
    mentions: sorted.reduce((sum, { mentions }) => sum + mentions, 0),
  }
}
