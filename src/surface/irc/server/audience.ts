import { neighbours } from './user.ts'
import type { Channel, Session, User } from './presence.ts'

/** Every connection of every member of a channel. */
export function* sessionsIn(channel: Channel): Generator<Session> {
  for (const member of channel.members.keys()) yield* member.sessions
}

/** Every connection of everybody who shares a channel with a user, and the user's own. */
export function* sessionsAround(user: User): Generator<Session> {
  for (const neighbour of neighbours(user)) yield* neighbour.sessions
}

/** All but some. */
export function* except<T>(all: Iterable<T>, left: (one: T) => boolean): Generator<T> {
  for (const one of all) if (!left(one)) yield one
}
