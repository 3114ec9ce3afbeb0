import type { Outgoing } from './outgoing.ts'
import type { User } from './presence.ts'

export function sourceOf({ nick, username, host }: Pick<User, 'nick' | 'username' | 'host'>): string {
  return `${nick}!${username}@${host}`
}

/** A message that a user is the source of. */
export function by(user: User, command: string, params: readonly string[]): Outgoing {
  return { source: sourceOf(user), account: user.account, command, params }
}

/** Everybody who shares a channel with a user, the user too. */
export function neighbours(user: User): Set<User> {
  const found = new Set([user])
  for (const channel of user.channels) for (const member of channel.members.keys()) found.add(member)
  return found
}
