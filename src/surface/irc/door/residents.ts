import type { MemberKind } from '../../../contract/index.ts'
import { fold } from '../server/names.ts'
import type { World } from '../server/world.ts'
import type { User } from '../server/presence.ts'

const host = 'iris'

/** Whoever lives in rooms without a connection: an agent, a worker, Iris. A person is there while connected. */
export function residentOf(world: World, name: string, kind: MemberKind): User | undefined {
  const known = world.users.get(fold(name))
  if (known || kind === 'person' || kind === 'delegate') return known
  const now = world.clock.now()
  const made: User = {
    identity: fold(name),
    nick: name,
    username: kind,
    host,
    realname: `${name} (${kind})`,
    account: name,
    away: undefined,
    isInvisible: false,
    isBot: true,
    isResident: true,
    channels: new Set(),
    sessions: new Set(),
    signedOnAt: now,
    spokeAt: world.clock.steady(),
  }
  world.users.set(fold(name), made)
  return made
}

/** The source of what somebody says who may be connected or not. */
export function sourceFor(world: World, name: string, kind: MemberKind): string {
  const known = world.users.get(fold(name))
  return known ? `${known.nick}!${known.username}@${known.host}` : `${name}!${kind}@${host}`
}
