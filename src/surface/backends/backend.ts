import type { BridgeState, Event } from '../../contract/index.ts'
import type { Channels } from '../../core/channels/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Rooms } from '../../teamwork/rooms/index.ts'

/** Where rooms are besides in SQLite, which has the record of them whichever backend there is. */
export interface Backend {
  /** Begins to hear and to speak; what is carried before waits. */
  start(): Promise<void>
  /** Takes up what was said, in the transaction that records it. */
  carry(posted: Event<'message.posted'>['data']): void
  state(): BridgeState
  close(): Promise<void>
}

/** Where rooms are besides in SQLite, as the configuration says now. */
export interface Backends extends Backend {
  /** Another backend, or the same with other settings, when the configuration says so. */
  refresh(): Promise<void>
}

/** What backends are made from. */
export interface BackendDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'info' | 'warn' | 'debug'>
  channels: Channels
  rooms: Pick<Rooms, 'refresh' | 'say'>
  settings: CompiledConfig['channels']
}
