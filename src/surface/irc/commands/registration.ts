import type { Act, Commands } from '../server/command.ts'
import { fold, isNick, limits, shortened } from '../server/names.ts'
import { announceNick, isReserved, tryRegister } from '../server/registration.ts'
import { reply, send } from '../server/session.ts'
import { userNamed } from '../server/world.ts'

export const registrationCommands: Commands = {
  PASS: { least: 1, before: true, run: pass },
  NICK: { before: true, run: nick },
  USER: { least: 4, before: true, run: user },
  PING: { before: true, run: ping },
  PONG: { before: true, run: () => undefined },
  QUIT: { before: true, run: quit },
  ERROR: { before: true, run: () => undefined },
}

async function pass({ world, session, params }: Act): Promise<void> {
  if (session.user) return reply(world, session, ['462', 'You have come in already.'])
  const [password = ''] = params
  session.wanted.password = password
  if (world.backing.guests) return undefined
  // `name:token` as bouncers have it, or the token alone.
  const [, name = '', secret = password] = /^([^:]*):(.*)$/s.exec(password) ?? []
  session.account = await world.backing.verify(name, secret)
  return undefined
}

function nick(act: Act): void {
  const { world, session, params } = act
  const [wanted = ''] = params
  if (wanted === '') return reply(world, session, ['431', 'No nick was given.'])
  if (!isNick(wanted)) return reply(world, session, ['432', shownNick(wanted), 'This is no nick.'])
  const holder = userNamed(world, wanted)
  if (session.user) return rename(act, wanted)
  if (holder && !holder.account) return reply(world, session, ['433', wanted, 'This nick is in use.'])
  session.wanted.nick = wanted
  return tryRegister(world, session)
}

function rename({ world, session }: Act, wanted: string): void {
  const { user } = session
  if (!user || user.nick === wanted) return
  const holder = userNamed(world, wanted)
  if (session.account?.nick !== undefined && fold(wanted) !== fold(session.account.nick))
    return reply(world, session, ['432', wanted, `Your nick is ${session.account.nick}, by your account.`])
  if ((holder && holder !== user) || isReserved(world, user.account, wanted))
    return reply(world, session, ['433', wanted, 'This nick is in use.'])
  announceNick(world, user, wanted)
}

/** A name that could not stand in a line is shown so that it can. */
function shownNick(nick: string): string {
  return /^[^:\s]\S*$/.test(nick) ? shortened(nick, limits.nick * 2) : '*'
}

function user({ world, session, params }: Act): void {
  if (session.user) return reply(world, session, ['462', 'You have come in already.'])
  const [username = '', , , realname = ''] = params
  // oxlint-disable-next-line no-control-regex -- control characters may stand in no name
  const name = shortened(username.replaceAll(/[\x00-\x20!@*?:\x7f]/g, ''), limits.username)
  if (name === '' || realname === '') return reply(world, session, ['461', 'USER', 'A name is missing.'])
  session.wanted.username = name
  session.wanted.realname = shortened(realname, limits.realname)
  return tryRegister(world, session)
}

function ping({ world, session, params }: Act): void {
  const [token = ''] = params
  if (params.length === 0) return reply(world, session, ['461', 'PING', 'Not enough parameters.'])
  const { name } = world.settings
  return send(world, session, { source: name, command: 'PONG', params: [name, token] })
}

function quit({ session, params }: Act): void {
  const reason = params[0] === undefined ? 'Quit' : `Quit: ${shortened(params[0], limits.kick)}`
  session.wire.close(reason)
}
