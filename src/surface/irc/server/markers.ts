import { fold } from './names.ts'
import type { World } from './world.ts'
import type { Session } from './presence.ts'

/** Where a client has read to, as MARKREAD says it. */
export function markerParams(world: World, session: Session, target: string): string[] {
  const at = world.backing.belongings.marker(session.user?.identity ?? '', fold(target))
  return [target, at === undefined ? '*' : `timestamp=${new Date(at).toISOString()}`]
}
