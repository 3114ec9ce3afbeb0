import { randomUUID } from 'node:crypto'
import { greet } from './greeting.ts'
import { fold } from './names.ts'
import { reply, send, sendAll } from './session.ts'
import { barrierOf } from './entrance.ts'
import { comeBack, showChannel } from './membership.ts'
import { by } from './user.ts'
import { channelNamed, userNamed, type World } from './world.ts'
import type { Session, User } from './presence.ts'

/** Lets a client in once it has said everything; says why not, and hangs up, when it may not come in. */
export function tryRegister(world: World, session: Session): void {
  const { nick, username, realname } = session.wanted
  if (session.user || session.isNegotiating) return
  if (nick === undefined || username === undefined || realname === undefined) return
  if (session.login) reply(world, session, ['906', 'The login was aborted.'])
  session.login = undefined
  const refusal = refusalOf(world, session)
  if (refusal) {
    reply(world, session, refusal)
    session.wire.close(refusal.at(-1) ?? '')
    return
  }
  session.client ||= username
  enter(world, session, { nick: session.account?.nick ?? nick, username, realname })
}

interface Names {
  nick: string
  username: string
  realname: string
}

/** Under a nick that is free, or that of another connection of the same account. */
function enter(world: World, session: Session, names: Names): void {
  const { nick } = names
  const holder = userNamed(world, nick)
  if (holder ? !isSameUser(holder, session) : isReserved(world, session.account?.name, nick)) {
    reply(world, session, ['433', nick, 'This nick is in use.'])
    delete session.wanted.nick
    return
  }
  if (holder) attach(world, session, holder)
  else admit(world, session, names)
}

/** The name of an account is kept for it. */
export function isReserved(world: World, account: string | undefined, nick: string): boolean {
  return fold(account ?? '') !== fold(nick) && world.backing.hasAccount(nick)
}

/** Why a client may not come in at all. */
function refusalOf(world: World, session: Session): string[] | undefined {
  const { password } = world.settings
  if (password !== undefined && !session.account && session.wanted.password !== password)
    return ['464', 'The password is wrong.']
  if (!world.backing.guests && !session.account)
    return ['464', 'Log in with SASL PLAIN, or give a token of Iris as the password of the server.']
  return undefined
}

function admit(world: World, session: Session, { nick, username, realname }: Names): void {
  const account = session.account?.name
  const now = world.clock.now()
  const user: User = {
    identity: account === undefined ? `*${randomUUID()}` : fold(account),
    nick,
    username: account === undefined ? `~${username}`.slice(0, 16) : username,
    host: session.wire.host,
    realname,
    account,
    away: undefined,
    isInvisible: false,
    isBot: false,
    isResident: false,
    channels: new Set(),
    sessions: new Set([session]),
    signedOnAt: now,
    spokeAt: world.clock.steady(),
  }
  session.user = user
  world.shown.open(session)
  world.users.set(fold(nick), user)
  world.mostUsers = Math.max(world.mostUsers, world.users.size)
  greet(world, session)
  if (account === undefined) return
  for (const name of world.backing.belongings.channelsOf(fold(account))) rejoin(world, user, name)
}

/** Its key was given when it was joined; who was banned meanwhile stays out. */
function rejoin(world: World, user: User, name: string): void {
  world.backing.rooms?.show(name)
  const channel = channelNamed(world, name)
  const barrier = channel && barrierOf(channel, user, channel.key)
  if (!barrier) comeBack(world, user, name)
}

/** Whether a connection belongs to somebody who is here already. */
function isSameUser(user: User, session: Session): boolean {
  return (
    user.account !== undefined &&
    session.account !== undefined &&
    user.identity === fold(session.account.name)
  )
}

/** Another connection of somebody who is here already sees what the first one sees. */
function attach(world: World, session: Session, user: User): void {
  const asked = session.wanted.nick
  session.user = user
  world.shown.open(session)
  user.sessions.add(session)
  greet(world, session)
  if (asked !== undefined && asked !== user.nick)
    send(world, session, by({ ...user, nick: asked }, 'NICK', [user.nick]))
  for (const channel of user.channels) showChannel(world, session, channel)
}

/** A change of name, seen by everybody who shares a channel. */
export function announceNick(world: World, user: User, nick: string): void {
  const message = by(user, 'NICK', [nick])
  const audience = new Set<Session>()
  for (const channel of user.channels)
    for (const member of channel.members.keys()) for (const session of member.sessions) audience.add(session)
  for (const session of user.sessions) audience.add(session)
  world.users.delete(fold(user.nick))
  user.nick = nick
  world.users.set(fold(nick), user)
  sendAll(world, audience, message)
}
