import { IrisError, type Channel, type ChannelId, type MemberKind } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import type { ChannelRow, ChannelRows, MemberRows, MessageRow, MessageRows } from './rows.ts'

/** What channels are made with. */
export interface ChannelsDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  /** Whom a message in this channel may mention, besides its members. */
  namesIn?: (channel: Channel) => readonly string[]
}

/** What the functions of this folder work with. */
export interface ChannelsContext extends ChannelsDeps {
  channels: ChannelRows
  members: MemberRows
  messages: MessageRows
  /** Keeps what was just written for those who hear of it after the commit. */
  keep: (row: MessageRow) => void
}

/** Who says or does something. */
export interface Author {
  name: string
  kind: MemberKind
  /** The token of a delegate that speaks for the person. */
  via?: string | null
}

export function findChannel({ channels }: Pick<ChannelsContext, 'channels'>, id: ChannelId): ChannelRow {
  const row = channels.byId(id)
  if (!row) throw new IrisError('CHANNEL_UNKNOWN', `There is no room ${id}.`)
  return row
}
