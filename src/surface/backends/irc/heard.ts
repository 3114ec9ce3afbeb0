import type { ChannelId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

/** Up to when each room was heard on the server. */
export interface HeardRows {
  get(channel: ChannelId): number | undefined
  put(channel: ChannelId, at: number): void
}

export function createHeardRows(sql: Sql): HeardRows {
  const get = sql.prepare<{ heardAt: number }>('SELECT heardAt FROM irc_room WHERE channel = ?')
  const put = sql.prepare(
    `INSERT INTO irc_room (channel, heardAt) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET heardAt = max(heardAt, excluded.heardAt)`,
  )
  return { get: (channel) => get.get(channel)?.heardAt, put: (channel, at) => void put.run(channel, at) }
}
