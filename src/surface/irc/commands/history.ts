import type { Point, Slice } from '../server/backing.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { maxHistory } from '../server/isupport.ts'
import { fold, isChannelLike } from '../server/names.ts'
import { deliverEntry, sinceOf } from '../server/replay.ts'
import { fail, has, nextBatch, send } from '../server/session.ts'
import { channelNamed, userNamed } from '../server/world.ts'
import type { EntryKind } from '../server/said.ts'

export const historyCommands: Commands = { CHATHISTORY: { run: chatHistory } }

/** One conversation as the client may see it. */
interface Conversation {
  name: string
  parts: readonly string[]
  since: Point | undefined
}

function chatHistory(act: UserAct): void {
  const { params } = act
  const subcommand = (params[0] ?? '').toUpperCase()
  if (subcommand === 'TARGETS') return targets(act)
  if (!['LATEST', 'BEFORE', 'AFTER', 'AROUND', 'BETWEEN'].includes(subcommand))
    return refuse(act, ['UNKNOWN_COMMAND', subcommand || '*', 'There is no such subcommand.'])
  const [, name, first, second, third] = params
  const limit = limitOf(subcommand === 'BETWEEN' ? third : second)
  if (name === undefined || first === undefined || limit === undefined)
    return refuse(act, ['NEED_MORE_PARAMS', subcommand, 'Parameters are missing, or no number.'])
  const conversation = conversationOf(act, name)
  if (!conversation)
    return refuse(act, ['INVALID_TARGET', subcommand, name, 'There is nothing you may read there.'])
  const wanted = { subcommand, conversation, first, second, limit }
  const slices = slicesOf(act, wanted)
  if (!slices) return refuse(act, ['INVALID_PARAMS', subcommand, 'This names no message and no time.'])
  return show(act, conversation, slices)
}

function refuse({ world, session }: UserAct, why: readonly string[]): void {
  fail(world, session, ['CHATHISTORY', ...why])
}

function limitOf(text: string | undefined): number | undefined {
  const limit = Number(text)
  return text === undefined || !Number.isInteger(limit) || limit < 0
    ? undefined
    : Math.min(limit || maxHistory, maxHistory)
}

function conversationOf({ world, user }: UserAct, name: string): Conversation | undefined {
  if (isChannelLike(name)) {
    const channel = channelNamed(world, name)
    return channel?.members.has(user) ? { name, parts: [fold(name)], since: sinceOf(channel) } : undefined
  }
  const other = userNamed(world, name)?.identity ?? fold(name)
  return { name, parts: [user.identity, other], since: undefined }
}

interface Wanted {
  subcommand: string
  conversation: Conversation
  first: string
  second: string | undefined
  limit: number
}

/** What to read, in order; nothing when a place is named that there is not. */
function slicesOf(
  act: UserAct,
  { subcommand, conversation, first, second, limit }: Wanted,
): Slice[] | undefined {
  const kinds = kindsFor(act)
  const one = { limit, kinds }
  if (subcommand === 'LATEST' && first === '*') return [{ ...one, from: 'end' }]
  const point = pointOf(act, conversation, first)
  if (!point) return undefined
  switch (subcommand) {
    case 'LATEST':
      return [{ ...one, after: point, from: 'end' }]
    case 'BEFORE':
      return [{ ...one, before: point, from: 'end' }]
    case 'AFTER':
      return [{ ...one, after: point, from: 'start' }]
    case 'AROUND':
      return around(point, one)
    default:
      return between(point, pointOf(act, conversation, second ?? ''), one)
  }
}

type Limited = Pick<Slice, 'limit' | 'kinds'>

function around(point: Point, one: Limited): Slice[] {
  const half = Math.floor(one.limit / 2)
  const justBefore = 'seq' in point ? { seq: point.seq - 1 } : { at: point.at - 1 }
  return [
    { ...one, before: point, from: 'end', limit: half },
    { ...one, after: justBefore, from: 'start', limit: one.limit - half },
  ]
}

/** Forwards from the first, or backwards when the second is the earlier one. */
function between(one: Point, other: Point | undefined, limited: Limited): Slice[] | undefined {
  if (!other) return undefined
  const isForward = 'seq' in one && 'seq' in other ? one.seq <= other.seq : timeOf(one) <= timeOf(other)
  return isForward
    ? [{ ...limited, after: one, before: other, from: 'start' }]
    : [{ ...limited, after: other, before: one, from: 'end' }]
}

function timeOf(point: Point): number {
  return 'at' in point ? point.at : 0
}

function pointOf({ world }: UserAct, { parts }: Conversation, text: string): Point | undefined {
  const [, kind, value = ''] = /^(msgid|timestamp)=(.*)$/.exec(text) ?? []
  if (kind === 'msgid') return world.backing.history.find(parts, value)
  const at = kind === 'timestamp' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : { at }
}

function kindsFor({ session }: UserAct): EntryKind[] {
  return has(session, 'draft/event-playback')
    ? ['PRIVMSG', 'NOTICE', 'TAGMSG', 'TOPIC']
    : ['PRIVMSG', 'NOTICE']
}

function show(act: UserAct, { name, parts, since }: Conversation, slices: readonly Slice[]): void {
  const { world } = act
  const entries = slices
    .filter(({ limit }) => limit > 0)
    .flatMap((slice) => world.backing.history.read(parts, { ...slice, since }))
  inBatch(act, ['chathistory', name], (batch) => {
    for (const entry of entries) deliverEntry(world, entry)(act.session, batch)
  })
}

/** A batch when the client takes batches; otherwise what is in it alone. */
function inBatch(
  { world, session }: UserAct,
  about: readonly string[],
  fill: (batch?: string) => void,
): void {
  if (!has(session, 'batch')) return fill()
  const batch = nextBatch(session)
  const { name: source } = world.settings
  send(world, session, {
    source,
    command: 'BATCH',
    params: [`+${batch}`, ...about],
    extras: { opens: batch },
  })
  fill(batch)
  return send(world, session, { source, command: 'BATCH', params: [`-${batch}`], extras: { closes: batch } })
}

/** The conversations in which something was said last between two times. */
function targets(act: UserAct): void {
  const { world, session, user, params } = act
  const times = [params[1], params[2]].map((text) => Date.parse(text?.replace(/^timestamp=/, '') ?? ''))
  const limit = limitOf(params[3])
  const [one = Number.NaN, other = Number.NaN] = times
  if (Number.isNaN(one) || Number.isNaN(other) || limit === undefined)
    return refuse(act, ['INVALID_PARAMS', 'TARGETS', 'Two times and a number are needed.'])
  const bounds = { after: Math.min(one, other), before: Math.max(one, other), limit }
  const channels = [...user.channels].flatMap((channel) => {
    const at = world.backing.history.lastIn([fold(channel.name)])
    return at !== undefined && at > bounds.after && at < bounds.before ? [{ name: channel.name, at }] : []
  })
  const found = [...channels, ...world.backing.history.talks(user.identity, bounds)]
  return inBatch(act, ['draft/chathistory-targets'], (batch) => {
    for (const { name, at } of found.toSorted((a, b) => a.at - b.at).slice(0, limit))
      send(world, session, {
        source: world.settings.name,
        command: 'CHATHISTORY',
        params: ['TARGETS', name, new Date(at).toISOString()],
        extras: batch === undefined ? {} : { batch },
      })
  })
}
