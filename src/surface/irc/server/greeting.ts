import { sendSupport } from './isupport.ts'
import { reply } from './session.ts'
import { sourceOf } from './user.ts'
import type { World } from './world.ts'
import type { Session } from './presence.ts'

/** What a client is told once it is in. */
export function greet(world: World, session: Session): void {
  const { name, network, version } = world.settings
  const who = session.user ? sourceOf(session.user) : ''
  reply(world, session, ['001', `Welcome to ${network}, ${who}`])
  reply(world, session, ['002', `This is ${name}, running Iris ${version}`])
  reply(world, session, ['003', `It has been up since ${new Date(world.startedAt).toISOString()}`])
  reply(world, session, ['004', name, `iris-${version}`, 'Bi', 'biklmnostv', 'bklov'])
  sendSupport(world, session)
  sendCounts(world, session)
  sendMotd(world, session)
}

/** How many are here. */
export function sendCounts(world: World, session: Session): void {
  const users = world.users.size
  const hidden = [...world.users.values()].filter(({ isInvisible }) => isInvisible).length
  const unknown = [...world.sessions].filter(({ user }) => !user).length
  const most = Math.max(world.mostUsers, users)
  reply(world, session, ['251', `There are ${users - hidden} users and ${hidden} invisible on 1 servers`])
  reply(world, session, ['252', '0', 'operators online'])
  reply(world, session, ['253', String(unknown), 'connections that have not said who they are'])
  reply(world, session, ['254', String(world.channels.size), 'channels'])
  reply(world, session, ['255', `I have ${users} clients and 0 servers`])
  reply(world, session, ['265', String(users), String(most), `Current local users ${users}, max ${most}`])
  reply(world, session, ['266', String(users), String(most), `Current global users ${users}, max ${most}`])
}

export function sendMotd(world: World, session: Session): void {
  const { motd, name } = world.settings
  if (motd.length === 0) {
    reply(world, session, ['422', 'There is no message of the day.'])
    return
  }
  reply(world, session, ['375', `${name} says today:`])
  for (const line of motd) reply(world, session, ['372', line])
  reply(world, session, ['376', 'That was all for today.'])
}
