import { formatMessage } from '../codec/index.ts'
import { except, sessionsIn } from './audience.ts'
import type { Entry } from './backing.ts'
import { hasRank, isBanned } from './channel.ts'
import { prepare, textOf } from './delivery.ts'
import { fold, isChannelLike } from './names.ts'
import { has, noteSent, passing, reply } from './session.ts'
import { sourceOf } from './user.ts'
import { channelNamed, userNamed, type World } from './world.ts'
import type { Said } from './said.ts'
import type { Channel, Rank, Session, User } from './presence.ts'

/** Where something said goes: to a channel, to those of a rank in it, or to somebody. */
type Destination = { channel: Channel; least?: Rank; name: string } | { user: User; name: string }

/** Says something to one target: it is kept, and whoever it is for hears it. */
export function say(world: World, session: Session, { target, said }: { target: string; said: Said }): void {
  const { user } = session
  if (!user) return
  const destination = destinationOf(world, target)
  const refusal = destination ? refusalOf(user, destination) : unknown(target)
  if (!destination || refusal) {
    // Nothing may answer a notice, lest two machines answer each other for ever.
    if (refusal && said.kind !== 'NOTICE') reply(world, session, refusal)
    return
  }
  if (isTooLong(user, destination, said)) return reply(world, session, ['417', 'This line is too long.'])
  if (said.kind !== 'TAGMSG') user.spokeAt = world.clock.steady()
  deliver(world, session, { user, destination, said })
  if ('user' in destination && destination.user.away !== undefined && said.kind === 'PRIVMSG')
    reply(world, session, ['301', destination.user.nick, destination.user.away])
}

function unknown(target: string): string[] {
  return isChannelLike(target.replace(/^[@+]+/, ''))
    ? ['403', target, 'There is no such channel.']
    : ['401', target, 'There is nobody of this nick.']
}

function destinationOf(world: World, target: string): Destination | undefined {
  const [, ranks = '', name = ''] = /^([@+]*)(.*)$/.exec(target) ?? []
  if (isChannelLike(name)) {
    const channel = channelNamed(world, name)
    if (!channel) return undefined
    if (ranks === '') return { channel, name: channel.name }
    const least = ranks.includes('+') ? 'v' : 'o'
    return { channel, least, name: `${ranks.includes('+') ? '+' : '@'}${channel.name}` }
  }
  const user = userNamed(world, target)
  return user && { user, name: user.nick }
}

function refusalOf(user: User, destination: Destination): string[] | undefined {
  if ('user' in destination) return undefined
  const { channel } = destination
  const inside = channel.members.has(user)
  const isHeard =
    (inside || !channel.flags.has('n')) &&
    (!channel.flags.has('m') || hasRank(channel, user, 'v')) &&
    (!isBanned(channel, user) || hasRank(channel, user, 'v'))
  return isHeard ? undefined : ['404', channel.name, 'You cannot speak in this channel.']
}

const maxLine = 510

/** Whether a line would be longer than lines may be once its source stands before it. */
function isTooLong(user: User, { name }: Destination, { kind, pieces }: Said): boolean {
  const source = sourceOf(user)
  return pieces.some(
    ({ text }) =>
      text.length > maxLine / 4 &&
      Buffer.byteLength(formatMessage({ source, command: kind, params: [name, text] })) > maxLine,
  )
}

interface Delivery {
  user: User
  destination: Destination
  said: Said
}

function deliver(world: World, session: Session, { user, destination, said }: Delivery): void {
  const { kind, pieces, clientTags } = said
  const { id, at, seq } = keep(world, { user, destination, said })
  const stamp = { source: sourceOf(user), account: user.account, at, id, clientTags }
  const message = { ...stamp, command: kind, params: [destination.name] as const }
  const send = prepare(world, { message, pieces, seq })
  for (const other of hearersOf(destination, user)) if (other !== session && canTake(other, kind)) send(other)
  if (has(session, 'echo-message')) send(session)
  if (seq !== undefined) noteSent(world, session, seq)
  // Who talks to themself hears it as well, beside the echo.
  if ('user' in destination && destination.user === user && canTake(session, kind))
    passing(session, () => send(session))
}

function canTake(session: Session, kind: Said['kind']): boolean {
  return kind !== 'TAGMSG' || has(session, 'message-tags')
}

/** Whoever it is for; other connections of the speaker see what was said to somebody else. */
function* hearersOf(destination: Destination, speaker: User): Generator<Session> {
  if ('user' in destination) {
    yield* destination.user.sessions
    if (destination.user !== speaker) yield* except(speaker.sessions, (own) => !has(own, 'echo-message'))
    return
  }
  const { channel, least } = destination
  for (const session of sessionsIn(channel))
    if (!least || (session.user && hasRank(channel, session.user, least))) yield session
}

/** Writes down what was said, unless it is for the moment only. */
function keep(
  world: World,
  { user, destination, said }: Delivery,
): Pick<Entry, 'id' | 'at'> & { seq?: number } {
  const { kind, pieces, clientTags } = said
  const isPassing =
    (kind === 'TAGMSG' && !clientTags?.has('+draft/persist')) ||
    ('channel' in destination && destination.least)
  if (isPassing) return world.backing.history.stamp()
  return world.backing.history.add({
    kind,
    conversation: conversationOf(user, destination),
    source: sourceOf(user),
    account: user.account,
    target: destination.name,
    text: textOf(pieces),
    clientTags,
  })
}

function conversationOf(user: User, destination: Destination): string[] {
  if ('channel' in destination) return [fold(destination.channel.name)]
  return [user.identity, destination.user.identity]
}
