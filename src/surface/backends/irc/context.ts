import type { Channel, MessageId } from '../../../contract/index.ts'
import type { BackendDeps } from '../backend.ts'
import type { Connection } from './connection.ts'
import type { HeardRows } from './heard.ts'
import type { Outbox } from './outbox.ts'
import type { OwnNicks } from './own-nicks.ts'
import type { Timing } from './timing.ts'
import type { WirePlace } from './wire.ts'

/** The settings of the server. */
export type IrcSettings = NonNullable<BackendDeps['settings']['irc']>

/** What the functions of this folder work with. */
export interface IrcContext extends Omit<BackendDeps, 'settings'> {
  settings: IrcSettings
  place: WirePlace
  timing: Timing
  /** Its address. */
  server: string
  /** The key of a channel, as the settings say. */
  keyOf: (channel: string) => string | undefined
  /** The connection of Iris, which hears the rooms; made at the start. */
  listener: Connection | undefined
  outbox: Outbox
  heard: HeardRows
  nicks: OwnNicks
  /** The rooms that are carried, by their channels. */
  bridged: Map<string, Channel>
  /** What is being put into the rooms from there: it is not carried back. */
  isHeard: Set<MessageId>
}
