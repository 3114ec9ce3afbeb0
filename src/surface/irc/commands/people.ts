import { sessionsAround } from '../server/audience.ts'
import { isVisible, signsOf } from '../server/channel.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { limits, matchesMask, shortened } from '../server/names.ts'
import { fail, has, reply, sendAll } from '../server/session.ts'
import { by } from '../server/user.ts'
import { userNamed, type World } from '../server/world.ts'
import type { User } from '../server/presence.ts'

export const peopleCommands: Commands = {
  WHOIS: { run: whois },
  WHOWAS: { run: whowas },
  AWAY: { run: away },
  SETNAME: { least: 1, run: setName },
  ISON: { least: 1, run: isOn },
  USERHOST: { least: 1, run: userHost },
}

function whois({ world, session, user, params }: UserAct): void {
  const nick = params[1] ?? params[0]
  if (!nick) return reply(world, session, ['431', 'No nick was given.'])
  const [mask = ''] = nick.split(',')
  const target = userNamed(world, mask)
  if (target) tellOf(world, { target, user, tell: (numeric) => reply(world, session, numeric) })
  else reply(world, session, ['401', mask, 'There is nobody of this nick.'])
  return reply(world, session, ['318', mask, 'That is all.'])
}

function tellOf(
  world: World,
  { target, user, tell }: { target: User; user: User; tell: (numeric: string[]) => void },
): void {
  const { nick, username, host, realname, account, away } = target
  const { name, version } = world.settings
  tell(['311', nick, username, host, '*', realname])
  for (const line of channelLines(target, user)) tell(['319', nick, line])
  tell(['312', nick, name, `Iris ${version}`])
  if (away !== undefined) tell(['301', nick, away])
  if (target.isBot) tell(['335', nick, 'is a bot'])
  if ([...target.sessions].some(({ wire }) => wire.isSecure))
    tell(['671', nick, 'is using a secure connection'])
  if (account !== undefined) tell(['330', nick, account, 'is logged in as'])
  const idle = Math.floor((world.clock.steady() - target.spokeAt) / 1000)
  tell(['317', nick, String(idle), String(Math.floor(target.signedOnAt / 1000)), 'seconds idle, signed on'])
}

const maxChannels = 300

function channelLines(target: User, user: User): string[] {
  const lines: string[] = []
  for (const channel of target.channels) {
    const isShown = isVisible(channel, user) && (!target.isInvisible || channel.members.has(user))
    if (!isShown && target !== user) continue
    const shown = `${signsOf(channel.members.get(target), true)}${channel.name}`
    const last = lines.at(-1)
    if (last === undefined || last.length + shown.length > maxChannels) lines.push(shown)
    else lines[lines.length - 1] = `${last} ${shown}`
  }
  return lines
}

function whowas({ world, session, params }: UserAct): void {
  const [nick = '', count = ''] = params
  if (nick === '') return reply(world, session, ['431', 'No nick was given.'])
  const most = Number.parseInt(count, 10)
  const found = world.former.filter((former) => matchesMask(nick, former.nick)).toReversed()
  if (found.length === 0) reply(world, session, ['406', nick, 'There was nobody of this nick.'])
  for (const former of found.slice(0, most > 0 ? most : undefined)) {
    reply(world, session, ['314', former.nick, former.username, former.host, '*', former.realname])
    reply(world, session, ['312', former.nick, world.settings.name, new Date(former.at).toUTCString()])
  }
  return reply(world, session, ['369', nick, 'That is all.'])
}

function away({ world, session, user, params }: UserAct): void {
  const text = shortened(params[0] ?? '', limits.away)
  const before = user.away
  user.away = text === '' ? undefined : text
  reply(world, session, text === '' ? ['305', 'You are no longer away.'] : ['306', 'You are away now.'])
  if (before === user.away) return
  const noticing = [...sessionsAround(user)].filter(
    (other) => other.user !== user && has(other, 'away-notify'),
  )
  sendAll(world, noticing, by(user, 'AWAY', text === '' ? [] : [text]))
}

function setName({ world, session, user, params }: UserAct): void {
  const [realname = ''] = params
  if (realname === '' || Buffer.byteLength(realname) > limits.realname)
    return fail(world, session, ['SETNAME', 'INVALID_REALNAME', 'This name is empty or too long.'])
  user.realname = realname
  const noticing = [...sessionsAround(user)].filter((other) => has(other, 'setname'))
  return sendAll(world, noticing, by(user, 'SETNAME', [realname]))
}

function isOn({ world, session, params }: UserAct): void {
  const nicks = params.flatMap((param) => param.split(' '))
  const here = nicks.flatMap((nick) => userNamed(world, nick)?.nick ?? [])
  reply(world, session, ['303', here.join(' ')])
}

function userHost({ world, session, params }: UserAct): void {
  const found = params.slice(0, 5).flatMap((nick) => userNamed(world, nick) ?? [])
  const words = found.map(
    ({ nick, away, username, host }) => `${nick}=${away === undefined ? '+' : '-'}${username}@${host}`,
  )
  reply(world, session, ['302', words.join(' ')])
}
