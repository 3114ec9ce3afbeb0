import type { Channel as Room, Message } from '../../../contract/index.ts'
import type { ChannelNews } from '../../../core/channels/index.ts'
import { sessionsIn } from '../server/audience.ts'
import { piecesOf, prepare } from '../server/delivery.ts'
import { acting } from '../server/dispatch.ts'
import { join, takeOut } from '../server/membership.ts'
import { fold } from '../server/names.ts'
import { has, noteSent, sendAll } from '../server/session.ts'
import { by } from '../server/user.ts'
import { channelNamed, type World } from '../server/world.ts'
import { otherOf } from './direct.ts'
import { spokenText } from './forms.ts'
import type { Hearing } from './hearing.ts'
import { residentOf, sourceFor } from './residents.ts'
import type { Channel, Session, User } from '../server/presence.ts'

/** Shows what happened in rooms to whoever is connected. */
export function tellNews(world: World, hearing: Hearing, news: ChannelNews): void {
  switch (news.kind) {
    case 'posted':
      return tellMessage(world, hearing, news)
    case 'joined':
      return tellJoin(world, news)
    case 'left':
      return tellPart(world, news.channel, { member: news.member, by: news.by })
    case 'changed':
      return tellTopic(world, news.channel)
    case 'opened':
    case 'archived':
    case 'reopened':
    case 'read':
      return undefined
  }
}

function tellMessage(
  world: World,
  hearing: Hearing,
  { channel, message }: { channel: Room; message: Message },
): void {
  const speaker = hearing.speakerOf(message.message)
  const audience =
    channel.kind === 'direct' ? directAudience(world, channel, message) : roomAudience(world, channel)
  for (const { target, sessions, here } of audience) {
    const send = prepare(world, {
      message: messageTo(world, message, target),
      pieces: piecesOf(spokenText(message)),
      seq: message.seq,
    })
    for (const session of sessions) {
      if (wasReplayed(session, here, message)) continue
      if (session !== speaker) send(session)
      else if (has(session, 'echo-message')) acting(world, session, () => send(session))
      noteSent(world, session, message.seq)
    }
  }
  hearing.delivered(message.message)
}

interface Part {
  target: string
  /** Unless it is said to somebody alone. */
  here?: Channel
  sessions: readonly Session[]
}

function roomAudience(world: World, room: Room): Part[] {
  const channel = channelNamed(world, room.name)
  return channel ? [{ target: channel.name, here: channel, sessions: [...sessionsIn(channel)] }] : []
}

/** Whether it was there already when a client came in, before the news of it. */
function wasReplayed({ replayedUpTo }: Session, here: Channel | undefined, { seq }: Message): boolean {
  return here !== undefined && seq <= (replayedUpTo.get(here) ?? 0)
}

/** The one it is for; the other connections of who said it see it as said by themself. */
function directAudience(world: World, room: Room, { author }: Message): Part[] {
  const target = otherOf(room, fold(author))
  const sessionsOf = (name: string): Session[] => [...(world.users.get(fold(name))?.sessions ?? [])]
  const own =
    fold(target) === fold(author) ? [] : sessionsOf(author).filter((one) => has(one, 'echo-message'))
  return [{ target, sessions: [...sessionsOf(target), ...own] }]
}

function messageTo(
  world: World,
  { message, at, author, kind, form, replyTo }: Message,
  target: string,
): Parameters<typeof prepare>[1]['message'] {
  return {
    source: sourceFor(world, author, kind),
    account: author,
    at,
    id: message,
    command: form === 'notice' ? 'NOTICE' : 'PRIVMSG',
    params: [target],
    clientTags: replyTo === null ? undefined : new Map([['+draft/reply', replyTo]]),
  }
}

/** Who comes into a room elsewhere is seen to come in here. */
function tellJoin(world: World, { channel, member }: Extract<ChannelNews, { kind: 'joined' }>): void {
  const here = channelNamed(world, channel.name)
  const user = residentOf(world, member.name, member.kind)
  if (channel.kind === 'direct' || !user || here?.members.has(user)) return
  if (!here && user.sessions.size === 0) return
  world.backing.rooms?.show(channel.name)
  join(world, user, channel.name)
}

function tellPart(world: World, room: Room, { member, by: who }: { member: string; by: string }): void {
  const channel = channelNamed(world, room.name)
  const user = world.users.get(fold(member))
  if (!channel || !user || !channel.members.has(user)) return
  const sender: User | undefined = fold(who) === fold(member) ? undefined : world.users.get(fold(who))
  const message = sender ? by(sender, 'KICK', [channel.name, user.nick]) : by(user, 'PART', [channel.name])
  sendAll(world, sessionsIn(channel), message)
  takeOut(world, user, channel)
}

function tellTopic(world: World, room: Room): void {
  const channel = channelNamed(world, room.name)
  if (!channel || channel.topic?.text === (room.topic || undefined)) return
  const who = room.topicBy ?? room.createdBy
  const at = room.topicAt ?? room.createdAt
  channel.topic = room.topic === '' ? undefined : { text: room.topic, by: who, at }
  const source = sourceFor(world, who, 'person')
  sendAll(world, sessionsIn(channel), { source, command: 'TOPIC', params: [channel.name, room.topic], at })
}
