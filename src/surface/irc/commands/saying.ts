import type { UserAct } from '../server/command.ts'
import { say } from '../server/speaking.ts'
import { tellRefusal } from './channels.ts'
import type { Said } from '../server/said.ts'

/** Says the same to one after the other: here, or where rooms are kept. */
export function sayToEach(act: UserAct, targets: readonly string[], said: Said): void | Promise<void> {
  const { world, session } = act
  const { rooms } = world.backing
  if (rooms) return sayInRooms(act, targets, said)
  for (const target of targets) say(world, session, { target, said })
  return undefined
}

async function sayInRooms(act: UserAct, targets: readonly string[], said: Said): Promise<void> {
  const { world, session } = act
  for (const target of targets) {
    const done = world.backing.rooms?.say(session, { target, said })
    if (done) await tellRefusal(act, done)
    if (session.isClosed) return
  }
}
