import type { Channel, Message } from '../../../contract/index.ts'
import { newId } from '../../../contract/index.ts'
import type { Channels } from '../../../core/channels/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { Belongings, Entry, History, Point, Slice } from '../server/backing.ts'
import { fold, isChannelLike } from '../server/names.ts'
import { otherOf } from './direct.ts'
import { spokenText } from './forms.ts'

interface Deps {
  channels: Channels
  clock: Clock
  sourceFor: (message: Message) => string
}

/** The past as it stands in rooms. */
export function createRoomHistory({ channels, clock, sourceFor }: Deps): History {
  return {
    add: () => {
      throw new Error('What is said in rooms is kept by them.')
    },
    stamp: () => ({ id: newId('msg'), at: clock.now() }),
    read(conversation, slice) {
      const channel = findConversation(channels, conversation)
      if (!channel) return []
      const { messages } = channels.history(channel.channel, { ...rangeOf(slice), limit: slice.limit })
      return messages.map((message) => entryOf(channel, message, sourceFor(message)))
    },
    find(conversation, id) {
      const channel = findConversation(channels, conversation)
      const found = isMessageId(id) ? channels.message(id) : undefined
      return found && found.channel === channel?.channel ? { seq: found.seq } : undefined
    },
    talks(identity, { after, before, limit }) {
      const own = channels
        .list()
        .filter(({ kind, between }) => kind === 'direct' && between.map(fold).includes(identity))
      const found = own.flatMap((channel) => {
        const { lastAt } = channel
        if (lastAt === null || lastAt <= after || lastAt >= before) return []
        return [{ name: otherOf(channel, identity), at: lastAt }]
      })
      return found.toSorted((one, other) => one.at - other.at).slice(0, limit)
    },
    lastIn: (conversation) => findConversation(channels, conversation)?.lastAt ?? undefined,
  }
}

function isMessageId(id: string): id is Message['message'] {
  return /^msg_\w+$/.test(id)
}

/** A room by its name, or the direct messages of two. */
function findConversation(channels: Channels, [one = '', other]: readonly string[]): Channel | undefined {
  if (other === undefined) return channels.byName(one)
  return channels.list().find(({ kind, between: [first = '', second = ''] }) => {
    if (kind !== 'direct') return false
    return (fold(first) === one && fold(second) === other) || (fold(first) === other && fold(second) === one)
  })
}

type Range = Parameters<Channels['history']>[1]

function rangeOf({ after, before, from, limit }: Slice): Range {
  const end = { seq: Number.MAX_SAFE_INTEGER }
  if (from === 'start') return { after: after ?? { seq: 0 }, ...(before ? { until: before } : {}), limit }
  if (!after && !before) return { newest: true, limit }
  return { before: before ?? end, ...(after ? { since: after } : {}), limit }
}

function entryOf(channel: Channel, message: Message, source: string): Entry {
  const { author, message: id, seq, at, form } = message
  const isDirect = channel.kind === 'direct'
  return {
    seq,
    id,
    at,
    kind: form === 'notice' ? 'NOTICE' : 'PRIVMSG',
    conversation: isDirect ? channel.between.map(fold) : [fold(channel.name)],
    source,
    account: author,
    target: isDirect ? otherOf(channel, fold(author)) : channel.name,
    text: spokenText(message),
    clientTags: message.replyTo === null ? undefined : new Map([['+draft/reply', message.replyTo]]),
  }
}

/** Where a person has read to, and which rooms they are in, is kept with the rooms. */
export function createRoomBelongings(channels: Channels): Belongings {
  const found = (account: string, target: string): Channel | undefined =>
    findConversation(channels, isChannelLike(target) ? [target] : [account, target])
  return {
    marker(account, target) {
      const channel = found(account, target)
      const { at } = channel ? channels.marker(channel.channel, account) : { at: 0 }
      return at === 0 ? undefined : at
    },
    moveMarker(account, target, at) {
      const channel = found(account, target)
      const point: Point = { at }
      return channel ? channels.markRead(channel.channel, account, point).at : at
    },
    channelsOf: (account) =>
      channels
        .channelsOf(account)
        .filter(({ kind, archivedAt }) => kind !== 'direct' && archivedAt === null)
        .map(({ name }) => name),
    setChannels: () => undefined,
    shown: (reader, client) => channels.shown({ reader, client }),
    keepShown: (rows, send) =>
      channels.keepShown(
        rows.map(({ account: reader, ...row }) => ({ reader, ...row })),
        send,
      ),
  }
}
