import type { Listed, Rooms } from '../server/backing.ts'
import { isVisible, visibleMembers } from '../server/channel.ts'
import type { Commands, UserAct } from '../server/command.ts'
import { acting } from '../server/dispatch.ts'
import { matchesMask } from '../server/names.ts'
import { reply } from '../server/session.ts'

export const listingCommands: Commands = { LIST: { run: list } }

type Condition = (channel: Listed) => boolean

function list(act: UserAct): void | Promise<void> {
  const { world, user } = act
  if (world.backing.rooms) return listRooms(act, world.backing.rooms)
  const listed = [...world.channels.values()]
    .filter((channel) => isVisible(channel, user))
    .map((channel) => ({
      name: channel.name,
      users: visibleMembers(channel, user).length,
      topic: channel.topic?.text ?? '',
    }))
  return show(act, listed)
}

async function listRooms(act: UserAct, rooms: Rooms): Promise<void> {
  const { world, session } = act
  const listed = await rooms.list(session)
  if (session.isClosed) return
  acting(world, session, () => show(act, listed))
}

function show({ world, session, params }: UserAct, listed: readonly Listed[]): void {
  const isWanted = conditionOf((params[0] ?? '').split(',').filter(Boolean))
  reply(world, session, ['321', 'Channel', 'Users  Topic'])
  for (const channel of listed)
    if (isWanted(channel)) reply(world, session, ['322', channel.name, String(channel.users), channel.topic])
  reply(world, session, ['323', 'That is all.'])
}

/** Masks and names name what is wanted; what is counted or excluded narrows it. */
function conditionOf(words: readonly string[]): Condition {
  const named = words.filter((word) => !/^[<>!]/.test(word))
  const narrowing = words.filter((word) => /^[<>!]/.test(word)).map(narrow)
  return (channel) =>
    (named.length === 0 || named.some((mask) => matchesMask(mask, channel.name))) &&
    narrowing.every((condition) => condition(channel))
}

function narrow(word: string): Condition {
  const rest = word.slice(1)
  if (word.startsWith('>')) return ({ users }) => users > Number(rest)
  if (word.startsWith('<')) return ({ users }) => users < Number(rest)
  return ({ name }) => !matchesMask(rest, name)
}
