import { sessionsIn } from '../server/audience.ts'
import type { Refusal, Rooms } from '../server/backing.ts'
import { hasRank, isVisible } from '../server/channel.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { acting } from '../server/dispatch.ts'
import { barrierOf } from '../server/entrance.ts'
import { keepChannel, reopened } from '../server/keeping.ts'
import { join, keepChannels, sendNames, sendTopic, takeOut } from '../server/membership.ts'
import { fold, isChannelName, limits, shortened } from '../server/names.ts'
import { reply, sendAll } from '../server/session.ts'
import { by, sourceOf } from '../server/user.ts'
import { channelNamed, type World } from '../server/world.ts'
import type { Channel } from '../server/presence.ts'

export const channelCommands: Commands = {
  JOIN: { least: 1, run: joinAll },
  PART: { least: 1, run: partAll },
  TOPIC: { least: 1, run: topic },
  NAMES: { run: names },
}

function joinAll(act: UserAct): void | Promise<void> {
  const { params, user, world } = act
  const [wanted = '', keys = ''] = params
  const names = wanted.split(',').slice(0, limits.channels)
  if (world.backing.rooms) return enterAll(act, world.backing.rooms, wanted === '0' ? [] : names)
  if (wanted === '0') {
    for (const channel of user.channels) part(act, channel, undefined)
    return undefined
  }
  const given = keys.split(',')
  for (const [place, name] of names.entries()) joinOne(act, name, given[place] || undefined)
  return undefined
}

/** Into rooms that are kept elsewhere. */
async function enterAll(
  { world, session, user }: UserAct,
  rooms: Rooms,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const refusal = await rooms.enter(session, name)
    if (session.isClosed) return
    acting(world, session, () => {
      if (refusal) reply(world, session, refusal)
      else join(world, user, name)
    })
  }
}

function joinOne({ world, session, user }: UserAct, name: string, key: string | undefined): void {
  if (!isChannelName(name))
    return reply(world, session, ['403', shownName(name), 'There is no such channel.'])
  const channel = channelNamed(world, name) ?? keptChannel(world, name)
  if (channel?.members.has(user)) return undefined
  const barrier = channel ? barrierOf(channel, user, key) : undefined
  if (barrier) return reply(world, session, barrier)
  if (user.channels.size >= limits.channels)
    return reply(world, session, ['405', name, 'You are in too many channels.'])
  return join(world, user, channel?.name ?? name)
}

/** One that is kept and that nobody is in asks for its key all the same. */
function keptChannel(world: World, name: string): Channel | undefined {
  return world.backing.kept?.find(fold(name)) && reopened(world, name)
}

/** A name that could not stand in a line is shown so that it can. */
function shownName(name: string): string {
  return /^[^:\s]\S*$/.test(name) ? shortened(name, limits.channel) : '*'
}

function partAll(act: UserAct): void | Promise<void> {
  const { world, session, params } = act
  const [wanted = '', reason] = params
  const names = wanted.split(',').slice(0, limits.channels)
  if (world.backing.rooms) return leaveAll(act, world.backing.rooms, names)
  for (const name of names) {
    const channel = channelNamed(world, name)
    if (!channel) reply(world, session, ['403', shownName(name), 'There is no such channel.'])
    else if (!channel.members.has(act.user))
      reply(world, session, ['442', channel.name, 'You are not in this channel.'])
    else part(act, channel, reason)
  }
  return undefined
}

/** Out of rooms that are kept elsewhere. */
async function leaveAll(act: UserAct, rooms: Rooms, names: readonly string[]): Promise<void> {
  const { world, session, user } = act
  for (const name of names) {
    const refusal = await rooms.leave(session, name)
    const channel = channelNamed(world, name)
    if (session.isClosed) return
    acting(world, session, () => {
      if (refusal) reply(world, session, refusal)
      else if (channel?.members.has(user)) part(act, channel, undefined)
    })
  }
}

function part({ world, user }: UserAct, channel: Channel, reason: string | undefined): void {
  const words = reason ? [shortened(reason, limits.kick)] : []
  sendAll(world, [...sessionsIn(channel)], by(user, 'PART', [channel.name, ...words]))
  takeOut(world, user, channel)
  keepChannels(world, user)
}

function topic(act: UserAct): void | Promise<void> {
  const { world, session, params, user } = act
  const [name = '', text] = params
  const channel = channelNamed(world, name)
  if (!channel || !isVisible(channel, user))
    return reply(world, session, ['403', shownName(name), 'There is no such channel.'])
  if (text === undefined) return sendTopic(world, session, channel)
  if (!channel.members.has(user))
    return reply(world, session, ['442', channel.name, 'You are not in this channel.'])
  const { rooms } = world.backing
  if (rooms) return tellRefusal(act, rooms.setTopic(session, channel.name, text))
  if (channel.flags.has('t') && !hasRank(channel, user, 'o'))
    return reply(world, session, ['482', channel.name, 'Only an operator may set the topic (+t).'])
  return setTopic(act, channel, text)
}

/** Says why something was not done, if it was not. */
export async function tellRefusal(
  { world, session }: UserAct,
  done: Promise<Refusal | undefined>,
): Promise<void> {
  const refusal = await done
  if (refusal && !session.isClosed) acting(world, session, () => reply(world, session, refusal))
}

function setTopic({ world, user }: UserAct, channel: Channel, wanted: string): void {
  const text = shortened(wanted, limits.topic)
  const source = sourceOf(user)
  const { account } = user
  const conversation = [fold(channel.name)]
  const said = { source, account, target: channel.name, text, clientTags: undefined }
  const { id, at } = world.backing.history.add({ kind: 'TOPIC', conversation, ...said })
  channel.topic = text === '' ? undefined : { text, by: source, at }
  keepChannel(world, channel)
  sendAll(world, sessionsIn(channel), { ...by(user, 'TOPIC', [channel.name, text]), id, at })
}

function names({ world, session, user, params }: UserAct): void {
  const [wanted = '*'] = params
  for (const name of wanted.split(',').slice(0, 1)) {
    const channel = channelNamed(world, name)
    if (channel && isVisible(channel, user)) sendNames(world, session, channel)
    else reply(world, session, ['366', shownName(name), 'That is everybody.'])
  }
}
