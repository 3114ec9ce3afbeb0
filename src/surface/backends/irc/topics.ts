import type { Channel, ChannelId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { IrcMessage } from '../../irc/index.ts'
import type { IrcContext } from './context.ts'
import { channelFor, foldName, isCarried, nickOf } from './names.ts'
import type { Pace } from './pace.ts'
import { topicLine } from './wording.ts'

/** Not on the channel, no operator of it, and a channel that takes no topics. */
const refusals = new Set(['442', '477', '482'])

/** The topics of rooms, which are also those of their channels. */
export interface Topics {
  /** Iris came into the channel of a room. */
  entered(room: Channel): void
  /** The topic of a room is another. */
  changed: (room: Channel) => void
  /** What the server says of the topic of a channel. */
  take(message: IrcMessage): void
  /** Channels whose topic may not be set, and why. */
  problems: () => string[]
}

export function createTopics(
  context: IrcContext,
  { pace, onTopic }: { pace: Pace; onTopic: (room: Channel, message: IrcMessage) => void },
): Topics {
  const { bridged, nicks, settings } = context
  const rows = createTopicRows(context.sql)
  const there = new Map<string, string>()
  const refused = new Map<string, string>()
  /** Rooms whose topic was set while Iris was not in their channel. */
  const unsaid = new Set<ChannelId>()
  return {
    entered: (room) => agree(context.channels.get(room.channel)),
    changed(room) {
      if (!isCarried(room.name, settings.rooms)) return
      if (!context.listener?.isIn(channelFor(room.name))) unsaid.add(room.channel)
      else if (there.get(foldName(channelFor(room.name))) !== topicLine(room.topic)) say(room)
    },
    take,
    problems: () => [...refused].map(([channel, why]) => `${channel}, its topic: ${why}`),
  }

  /** One that is there stays, unless the one in Iris was set since, or is another than the last that both had. */
  function agree(room: Channel): void {
    const isNew = unsaid.delete(room.channel)
    const found = there.get(foldName(channelFor(room.name))) ?? ''
    const last = rows.get(room.channel)
    if (found === topicLine(room.topic)) rows.put(room.channel, room.topic)
    else if (isNew || found === '' || (last !== undefined && last !== room.topic)) say(room)
  }

  function say(room: Channel): void {
    const { listener } = context
    if (!listener) return
    rows.put(room.channel, room.topic)
    void pace.oneAtATime(listener, async () => {
      await pace.allowed(listener)
      const { topic } = context.channels.get(room.channel)
      if (!pace.isStopped()) listener.send('TOPIC', channelFor(room.name), topicLine(topic))
    })
  }

  function take(message: IrcMessage): void {
    const { command, params } = message
    const [first = '', second = '', third = ''] = params
    if (command === 'JOIN' && isMe(message)) there.delete(foldName(first))
    else if (command === '332') there.set(foldName(second), third)
    else if (command === 'TOPIC') set(message, first, second)
    else if (refusals.has(command) && bridged.has(foldName(second))) refused.set(second, params.at(-1) ?? '')
  }

  function set(message: IrcMessage, channel: string, topic: string): void {
    const room = bridged.get(foldName(channel))
    there.set(foldName(channel), topic)
    refused.delete(channel)
    if (!room) return
    if (!nicks.has(nickOf(message) ?? '')) onTopic(room, message)
    const { topic: own } = context.channels.get(room.channel)
    if (topicLine(own) === topic) rows.put(room.channel, own)
  }

  function isMe(message: IrcMessage): boolean {
    return foldName(nickOf(message) ?? '') === foldName(context.listener?.greeting()?.nick ?? '')
  }
}

/** The topic that a room and its channel last had both, or that Iris last set there. */
function createTopicRows(sql: Sql): {
  get(room: ChannelId): string | undefined
  put(room: ChannelId, topic: string): void
} {
  const get = sql.prepare<{ topic: string }>('SELECT topic FROM irc_topic WHERE channel = ?')
  const put = sql.prepare('INSERT OR REPLACE INTO irc_topic (channel, topic) VALUES (?, ?)')
  return { get: (room) => get.get(room)?.topic, put: (room, topic) => void put.run(room, topic) }
}
