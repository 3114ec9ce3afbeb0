import type { Clock } from '../../../platform/clock/index.ts'
import type { Backing } from './backing.ts'
import { fold } from './names.ts'
import type { Shown } from './shown.ts'
import type { Channel, Session, User } from './presence.ts'

export interface Settings {
  name: string
  network: string
  version: string
  /** Asked of everybody before anything else. */
  password?: string | undefined
  motd: readonly string[]
}

/** Somebody who was here. */
interface Former {
  nick: string
  username: string
  host: string
  realname: string
  account: string | undefined
  at: number
}

/** Everything the server knows of who is connected and where they are. */
export interface World {
  settings: Settings
  clock: Clock
  backing: Backing
  startedAt: number
  users: Map<string, User>
  channels: Map<string, Channel>
  sessions: Set<Session>
  former: Former[]
  shown: Shown
  mostUsers: number
  /** Whose command is being carried out, if any: what it is sent meanwhile answers it. */
  acting: Session | undefined
}

export function createWorld(deps: {
  settings: Settings
  clock: Clock
  backing: Backing
  shown: Shown
}): World {
  return {
    ...deps,
    startedAt: deps.clock.now(),
    users: new Map(),
    channels: new Map(),
    sessions: new Set(),
    former: [],
    mostUsers: 0,
    acting: undefined,
  }
}

const maxFormer = 1000

export function remember(world: World, user: User): void {
  const { nick, username, host, realname, account } = user
  world.former.push({ nick, username, host, realname, account, at: world.clock.now() })
  if (world.former.length > maxFormer) world.former.shift()
}

export function userNamed(world: World, nick: string): User | undefined {
  return world.users.get(fold(nick))
}

export function channelNamed(world: World, name: string): Channel | undefined {
  return world.channels.get(fold(name))
}
