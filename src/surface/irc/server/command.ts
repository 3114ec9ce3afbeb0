import type { Message } from '../codec/index.ts'
import type { World } from './world.ts'
import type { Session, User } from './presence.ts'

/** What a command is carried out with. */
export interface Act {
  world: World
  session: Session
  message: Message
  params: readonly string[]
}

/** The same of somebody who is in. */
export interface UserAct extends Act {
  user: User
}

/** How a command is carried out; one that waits for something holds back the client's next lines. */
export type Command =
  | { least?: number; before: true; run: (act: Act) => void | Promise<void> }
  | { least?: number; before?: false; run: (act: UserAct) => void | Promise<void> }

export type Commands = Readonly<Record<string, Command>>
