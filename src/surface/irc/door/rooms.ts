import { IrisError, type Channel, type Member, type Operations } from '../../../contract/index.ts'
import type { Channels } from '../../../core/channels/index.ts'
import type { Refusal, Rooms } from '../server/backing.ts'
import { open } from '../server/membership.ts'
import { channelNamed, type World } from '../server/world.ts'
import type { Holders } from './accounts.ts'
import { createSaying } from './saying.ts'
import { refusing } from './refusing.ts'
import type { Hearing } from './hearing.ts'
import { residentOf } from './residents.ts'
import type { Session } from '../server/presence.ts'

/** Nobody hangs up on a call that no request stands behind. */
const never = (): void => undefined

export type RoomOperations = Pick<
  Operations,
  'getChannel' | 'joinChannel' | 'leaveChannel' | 'changeChannel' | 'listChannels' | 'postMessage'
>

export interface RoomsDeps {
  operations: RoomOperations
  channels: Channels
  holders: Holders
  hearing: Hearing
  /** The server, once it is there. */
  world: () => World
}

/** What is done in rooms by IRC: everything goes the way that HTTP and MCP go, for whoever the token names. */
export function createRooms(deps: RoomsDeps): Rooms {
  const { operations, channels, holders } = deps

  return { show, enter, leave, say: createSaying(deps), setTopic, list }

  function show(name: string): void {
    const room = channels.byName(name)
    if (room && !channelNamed(deps.world(), name)) put(deps.world(), room, channels.members(room.channel))
  }

  function enter(session: Session, name: string): Promise<Refusal | undefined> {
    return refusing(['403', name], async () => {
      const { channel } = await operations.getChannel(
        { channel: name },
        holders.callerFor(session, 'getChannel'),
        never,
      )
      if (channel.kind === 'direct') throw new IrisError('CHANNEL_UNKNOWN', 'Direct messages are no channel.')
      if (!session.account?.isReadOnly && !channel.isMember)
        await operations.joinChannel({ channel: name }, holders.callerFor(session, 'joinChannel'), never)
      show(channel.name)
    })
  }

  function leave(session: Session, name: string): Promise<Refusal | undefined> {
    const member = session.account?.name ?? ''
    return refusing(['442', name], async () => {
      if (!session.account?.isReadOnly)
        await operations.leaveChannel(
          { channel: name, member },
          holders.callerFor(session, 'leaveChannel'),
          never,
        )
    })
  }

  function setTopic(session: Session, name: string, topic: string): Promise<Refusal | undefined> {
    return refusing(['482', name], async () => {
      await operations.changeChannel(
        { channel: name, topic },
        holders.callerFor(session, 'changeChannel'),
        never,
      )
    })
  }

  async function list(session: Session): ReturnType<Rooms['list']> {
    const caller = holders.callerFor(session, 'listChannels')
    const { channels: seen } = await operations.listChannels({ archived: false }, caller, never)
    return seen
      .filter(({ kind }) => kind !== 'direct')
      .map(({ name, members, topic }) => ({ name, users: members, topic }))
  }
}

/** Puts a room where the server shows it, with whoever lives in it. */
function put(world: World, room: Channel, members: readonly Member[]): void {
  const channel = open(world, room.name)
  channel.createdAt = room.createdAt
  const { topic: text, topicBy, topicAt, createdBy, createdAt } = room
  channel.topic = text === '' ? undefined : { text, by: topicBy ?? createdBy, at: topicAt ?? createdAt }
  for (const { name, kind } of members) {
    const resident = residentOf(world, name, kind)
    if (!resident?.isResident) continue
    channel.members.set(resident, new Set())
    resident.channels.add(channel)
  }
}
