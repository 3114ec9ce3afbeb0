import type { Channel } from '../../../contract/index.ts'
import type { IrcContext } from './context.ts'
import { channelFor, foldName, isCarried, nickOfGuest } from './names.ts'
import type { Speakers } from './speakers.ts'

/** Is in the channel of a room, with the agents that are members; and leaves that of an archived one once nothing waits. */
export function followRoom(context: IrcContext, speakers: Speakers, { channel: id }: Channel): void {
  const { channels, bridged, listener, outbox, settings } = context
  const room = channels.find(id)
  if (!room || room.kind === 'direct' || !isCarried(room.name, settings.rooms)) return
  const channel = channelFor(room.name)
  // What was said last before it was archived is said there too.
  const isOpen = room.archivedAt === null || outbox.next(id) !== undefined
  const members = new Set(channels.members(id).flatMap(({ name, kind }) => (kind === 'agent' ? [name] : [])))
  for (const name of speakers.names()) if (!isOpen || !members.has(name)) speakers.takeOut(name, channel)
  if (!isOpen) {
    bridged.delete(foldName(channel))
    listener?.part(channel)
    return
  }
  bridged.set(foldName(channel), room)
  listener?.join(channel)
  for (const name of members) speakers.bring(name, channel)
}

/** Whether what is said in a room is said on the server too. */
export function isForServer({ settings }: IrcContext, { kind, name, between }: Channel): boolean {
  if (kind !== 'direct') return isCarried(name, settings.rooms)
  return between.some((one) => nickOfGuest(one) !== undefined)
}
