import { isBanned } from './channel.ts'
import { limits } from './names.ts'
import type { Channel, User } from './presence.ts'

/** Why a channel does not let somebody in, as the reply that says so; nothing when it does. */
export function barrierOf(channel: Channel, user: User, key: string | undefined): string[] | undefined {
  const { name } = channel
  const isInvited = channel.invited.has(user)
  if (channel.key !== undefined && key !== channel.key && !isInvited)
    return ['475', name, 'This channel needs a key (+k).']
  if (channel.flags.has('i') && !isInvited) return ['473', name, 'This channel is by invitation only (+i).']
  if (isBanned(channel, user) && !isInvited) return ['474', name, 'You are banned from this channel (+b).']
  if (channel.limit !== undefined && channel.members.size >= channel.limit && !isInvited)
    return ['471', name, 'This channel is full (+l).']
  if (user.channels.size >= limits.channels) return ['405', name, 'You are in too many channels.']
  return undefined
}
