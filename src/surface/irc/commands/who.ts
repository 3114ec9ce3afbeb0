import { hasRank, isVisible, signsOf, visibleMembers } from '../server/channel.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { fold, isChannelLike, matchesMask } from '../server/names.ts'
import { has, reply } from '../server/session.ts'
import { sourceOf } from '../server/user.ts'
import { channelNamed, userNamed } from '../server/world.ts'
import type { Channel, User } from '../server/presence.ts'

export const whoCommands: Commands = { WHO: { run: who } }

/** Somebody found, and the channel they were found by. */
interface Found {
  target: User
  channel: Channel | undefined
}

const maxFound = 500

function who(act: UserAct): void {
  const { world, session, params } = act
  const [mask = '*', options = ''] = params
  const [, fields, token = '0'] = /%([A-Za-z]+)(?:,(.{1,3}))?/.exec(options) ?? []
  for (const found of matching(act, mask).slice(0, maxFound))
    reply(
      world,
      session,
      fields === undefined
        ? ['352', ...plainLine(act, found)]
        : ['354', ...fieldsOf(act, found, { fields, token })],
    )
  reply(world, session, ['315', mask || '*', 'That is all.'])
}

function matching({ world, user }: UserAct, mask: string): Found[] {
  if (isChannelLike(mask)) {
    const channel = channelNamed(world, mask)
    if (!channel || !isVisible(channel, user)) return []
    return visibleMembers(channel, user).map(([target]) => ({ target, channel }))
  }
  const exact = userNamed(world, mask)
  if (exact) return [{ target: exact, channel: undefined }]
  const wanted = mask === '0' || mask === '' ? '*' : mask
  return [...world.users.values()]
    .filter((target) => !target.isInvisible || target === user || shares(target, user))
    .filter((target) => isMatch(wanted, target, world.settings.name))
    .map((target) => ({ target, channel: sharedBy(target, user) }))
}

function isMatch(mask: string, target: User, server: string): boolean {
  const { nick, username, host, realname } = target
  return [nick, username, host, realname, server, sourceOf(target)].some((text) => matchesMask(mask, text))
}

function shares(target: User, user: User): boolean {
  return sharedBy(target, user) !== undefined
}

function sharedBy(target: User, user: User): Channel | undefined {
  for (const channel of target.channels) if (channel.members.has(user)) return channel
  return undefined
}

function flagsOf({ session }: UserAct, { target, channel }: Found): string {
  const place = target.away === undefined ? 'H' : 'G'
  const bot = target.isBot ? 'B' : ''
  return `${place}${channel ? signsOf(channel.members.get(target), has(session, 'multi-prefix')) : ''}${bot}`
}

function plainLine(act: UserAct, found: Found): string[] {
  const { target, channel } = found
  const { nick, username, host, realname } = target
  const server = act.world.settings.name
  return [channel?.name ?? '*', username, host, server, nick, flagsOf(act, found), `0 ${realname}`]
}

const order = ['t', 'c', 'u', 'i', 'h', 's', 'n', 'f', 'd', 'l', 'a', 'o', 'r']

/** The fields a client asked for, in the order that is laid down for them. */
function fieldsOf(
  act: UserAct,
  found: Found,
  { fields, token }: { fields: string; token: string },
): string[] {
  const { target, channel } = found
  const idle = Math.floor((act.world.clock.steady() - target.spokeAt) / 1000)
  const values: Record<string, string> = {
    t: token,
    c: channel?.name ?? '*',
    u: target.username,
    i: '255.255.255.255',
    h: target.host,
    s: act.world.settings.name,
    n: target.nick,
    f: flagsOf(act, found),
    d: '0',
    l: String(idle),
    a: target.account ?? '0',
    o: channel && hasRank(channel, target, 'o') ? '@' : 'n/a',
    r: target.realname,
  }
  const wanted = new Set(fold(fields))
  return order.filter((field) => wanted.has(field)).map((field) => values[field] ?? '')
}
