import { except, sessionsAround, sessionsIn } from './audience.ts'
import { signsOf, visibleMembers } from './channel.ts'
import { keepChannel, reopened } from './keeping.ts'
import { markerParams } from './markers.ts'
import { fold } from './names.ts'
import { replayTo } from './replay.ts'
import { has, reply, send, sendAll } from './session.ts'
import { by } from './user.ts'
import { channelNamed, remember, type World } from './world.ts'
import type { Channel, Rank, Session, User } from './presence.ts'

/** Puts a user into a channel that lets them in; makes it when there is none. Everybody in it hears. */
export function join(world: World, user: User, name: string): void {
  enter(world, user, { name, isBack: false })
}

/** The same for who was in it when they were last here. */
export function comeBack(world: World, user: User, name: string): void {
  enter(world, user, { name, isBack: true })
}

function enter(world: World, user: User, { name, isBack }: { name: string; isBack: boolean }): void {
  const channel = channelNamed(world, name) ?? open(world, name)
  if (channel.members.has(user)) return
  const ranks = new Set<Rank>(isOperatorOf(world, channel, user) ? ['o'] : [])
  channel.members.set(user, ranks)
  channel.invited.delete(user)
  user.channels.add(channel)
  keepChannels(world, user)
  announceJoin(world, user, channel)
  for (const session of user.sessions) welcomeInto(world, session, { channel, isEntering: !isBack })
}

/** Who makes a channel is its operator; one that is kept belongs to the account that founded it. */
function isOperatorOf(world: World, channel: Channel, user: User): boolean {
  if (world.backing.rooms) return false
  if (channel.founder !== undefined) return channel.founder === user.identity
  if (channel.members.size > 0) return false
  if (user.account !== undefined) channel.founder = user.identity
  keepChannel(world, channel)
  return true
}

/** Shows a client a channel that its user is in already. */
export function showChannel(world: World, session: Session, channel: Channel): void {
  const { user } = session
  if (!user) return
  send(world, session, joinMessage(user, channel, has(session, 'extended-join')))
  welcomeInto(world, session, { channel, isEntering: false })
}

/** A channel that nobody is in yet. */
export function open(world: World, name: string): Channel {
  const channel = reopened(world, name)
  world.channels.set(fold(name), channel)
  return channel
}

function announceJoin(world: World, user: User, channel: Channel): void {
  const all = [...sessionsIn(channel)]
  const extended = (session: Session): boolean => has(session, 'extended-join')
  sendAll(world, all.filter(extended), joinMessage(user, channel, true))
  sendAll(world, except(all, extended), joinMessage(user, channel, false))
  if (user.away === undefined) return
  const noticing = all.filter((session) => session.user !== user && has(session, 'away-notify'))
  sendAll(world, noticing, by(user, 'AWAY', [user.away]))
}

function joinMessage(user: User, channel: Channel, extended: boolean): ReturnType<typeof by> {
  return by(user, 'JOIN', extended ? [channel.name, user.account ?? '*', user.realname] : [channel.name])
}

/** What a client needs to know of a channel it has come into. */
function welcomeInto(
  world: World,
  session: Session,
  { channel, isEntering }: { channel: Channel; isEntering: boolean },
): void {
  if (channel.topic) sendTopic(world, session, channel)
  if (has(session, 'draft/read-marker'))
    send(world, session, {
      source: world.settings.name,
      command: 'MARKREAD',
      params: markerParams(world, session, channel.name),
    })
  sendNames(world, session, channel)
  replayTo(world, session, { channel, isEntering })
}

export function sendTopic(world: World, session: Session, channel: Channel): void {
  if (!channel.topic) {
    reply(world, session, ['331', channel.name, 'No topic is set.'])
    return
  }
  const { text, by: who, at } = channel.topic
  reply(world, session, ['332', channel.name, text])
  reply(world, session, ['333', channel.name, who, String(Math.floor(at / 1000))])
}

const maxNames = 400

/** Who is in a channel, as the client may see it. */
export function sendNames(world: World, session: Session, channel: Channel): void {
  const { user } = session
  if (!user) return
  const sign = channel.flags.has('s') ? '@' : '='
  let line = ''
  const flush = (): void => {
    if (line) reply(world, session, ['353', sign, channel.name, line.trimEnd()])
    line = ''
  }
  for (const [member, ranks] of visibleMembers(channel, user)) {
    const full = has(session, 'userhost-in-names')
      ? `${member.nick}!${member.username}@${member.host}`
      : member.nick
    const name = `${signsOf(ranks, has(session, 'multi-prefix'))}${full} `
    if (line.length + name.length > maxNames) flush()
    line += name
  }
  flush()
  reply(world, session, ['366', channel.name, 'That is everybody.'])
}

/** Takes a user out of a channel without a word; an empty channel ends. */
export function takeOut(world: World, user: User, channel: Channel): void {
  channel.members.delete(user)
  user.channels.delete(channel)
  if (channel.members.size === 0) world.channels.delete(fold(channel.name))
}

/** Remembers where an account is, for its next connection. */
export function keepChannels(world: World, user: User): void {
  if (user.account === undefined || world.backing.rooms) return
  world.backing.belongings.setChannels(
    user.identity,
    [...user.channels].map(({ name }) => name),
  )
}

/** A connection ends; with the last one its user leaves, and those around hear why. */
export function detach(world: World, session: Session, reason: string): void {
  const { user } = session
  world.sessions.delete(session)
  if (!user) return
  world.shown.close(session)
  user.sessions.delete(session)
  if (user.sessions.size > 0 || user.isResident) return
  remember(world, user)
  const message = by(user, 'QUIT', [reason])
  sendAll(
    world,
    except(sessionsAround(user), (other) => other === session),
    message,
  )
  world.users.delete(fold(user.nick))
  for (const channel of user.channels) takeOut(world, user, channel)
  for (const channel of world.channels.values()) channel.invited.delete(user)
}
