import { sessionsIn } from '../server/audience.ts'
import { hasRank } from '../server/channel.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { keepChannels, takeOut } from '../server/membership.ts'
import { limits, shortened } from '../server/names.ts'
import { has, reply, sendAll } from '../server/session.ts'
import { by } from '../server/user.ts'
import { channelNamed, userNamed } from '../server/world.ts'
import type { Channel } from '../server/presence.ts'

export const moderationCommands: Commands = {
  KICK: { least: 2, run: kickAll },
  INVITE: { run: invite },
}

function kickAll(act: UserAct): void {
  const [channels = '', nicks = '', reason] = act.params
  const names = channels.split(',')
  for (const [place, nick] of nicks.split(',').entries())
    kick(act, { name: names.length === 1 ? (names[0] ?? '') : (names[place] ?? ''), nick, reason })
}

function kick(
  { world, session, user }: UserAct,
  { name, nick, reason }: { name: string; nick: string; reason: string | undefined },
): void {
  const channel = channelNamed(world, name)
  if (!channel) return reply(world, session, ['403', name, 'There is no such channel.'])
  const refused = needsOperator(channel, user)
  if (refused) return reply(world, session, refused)
  const target = userNamed(world, nick)
  if (!target || !channel.members.has(target))
    return reply(world, session, ['441', nick, channel.name, 'They are not in this channel.'])
  const words = shortened(reason || user.nick, limits.kick)
  sendAll(world, [...sessionsIn(channel)], by(user, 'KICK', [channel.name, target.nick, words]))
  takeOut(world, target, channel)
  return keepChannels(world, target)
}

/** The reply to somebody who would need to be operator of a channel. */
export function needsOperator(channel: Channel, user: UserAct['user']): string[] | undefined {
  if (!channel.members.has(user)) return ['442', channel.name, 'You are not in this channel.']
  if (!hasRank(channel, user, 'o')) return ['482', channel.name, 'You are not an operator of this channel.']
  return undefined
}

function invite(act: UserAct): void {
  const { world, session, user, params } = act
  const [nick, name] = params
  if (nick === undefined) return listInvitations(act)
  if (name === undefined) return reply(world, session, ['461', 'INVITE', 'Not enough parameters.'])
  const target = userNamed(world, nick)
  if (!target) return reply(world, session, ['401', nick, 'There is nobody of this nick.'])
  const channel = channelNamed(world, name)
  if (!channel) return reply(world, session, ['403', name, 'There is no such channel.'])
  const refused =
    channel.flags.has('i') || !channel.members.has(user) ? needsOperator(channel, user) : undefined
  if (refused) return reply(world, session, refused)
  if (channel.members.has(target))
    return reply(world, session, ['443', target.nick, channel.name, 'is in this channel already.'])
  channel.invited.add(target)
  reply(world, session, ['341', target.nick, channel.name])
  if (target.away !== undefined) reply(world, session, ['301', target.nick, target.away])
  const message = by(user, 'INVITE', [target.nick, channel.name])
  sendAll(world, target.sessions, message)
  const noticing = [...sessionsIn(channel)].filter(
    (other) => has(other, 'invite-notify') && other.user !== user,
  )
  return sendAll(
    world,
    noticing.filter((other) => other.user && hasRank(channel, other.user, 'o')),
    message,
  )
}

function listInvitations({ world, session, user }: UserAct): void {
  for (const channel of world.channels.values())
    if (channel.invited.has(user)) reply(world, session, ['336', channel.name])
  reply(world, session, ['337', 'Those are your invitations.'])
}
