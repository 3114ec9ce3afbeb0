import type { Channel, ChannelId, Message, MessageId, SessionId, TurnId } from '../../contract/index.ts'
import type { Channels } from '../../core/channels/index.ts'
import type { Inbox } from '../../core/inbox/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Tasks } from '../../core/tasks/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Rates } from './rates.ts'

/** What rooms are made from. */
export interface RoomsDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  config: () => CompiledConfig
  tasks: Tasks
  channels: Channels
  sessions: Sessions
  inbox: Inbox
}

/** A turn that a message began, whose answer goes back into its room. */
export interface Wake {
  turn: TurnId
  message: MessageId
  channel: ChannelId
  team: string
}

/** A seat of an organisation that a message calls. */
interface CalledSeat {
  session: SessionId
  /** Who has it now. */
  name: string
}

/** The organisation, as far as rooms ask it. It is made from rooms, so it is there a little later. */
export interface SeatsPort {
  /** Which of its seats a message calls. */
  called(channel: Channel, message: Pick<Message, 'author' | 'kind' | 'body' | 'mentions'>): CalledSeat[]
  /** Whether `TASK:` in this room is its business, and wakes no team. */
  takesTasks(channel: Channel): boolean
  /** Who leads a project whose organisation runs. */
  managerOf(project: string): CalledSeat | undefined
  /** How a session that asks is called, and whether its questions go to somebody else before they come to people. */
  asker(session: SessionId): { name: string; isLed: boolean } | undefined
  /** Who has the seat now that somebody of this name has or had. */
  named(name: string): string | undefined
}

/** What the functions of this folder work with. */
export interface RoomsContext extends RoomsDeps {
  rates: Rates
  seats: { port?: SeatsPort }
  wakes: {
    put(wake: Wake): void
    get(turn: string): Wake | undefined
  }
}
