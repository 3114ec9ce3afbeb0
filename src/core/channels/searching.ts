import type { ChannelId, MessageId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { matchOf } from '../history/index.ts'

/** What to look for. */
interface MessageQuery {
  words: string
  /** Only in these. */
  channels: readonly ChannelId[]
  author?: string | undefined
  /** Messages before this number. */
  before?: number | undefined
  limit: number
}

/** A message that was found, with the words around what was looked for. */
interface FoundMessage {
  message: MessageId
  seq: number
  channel: string
  author: string
  at: number
  snippet: string
}

/** Finds messages by their words, the newest first. */
export type SearchMessages = (query: MessageQuery) => { found: FoundMessage[]; next: number | null }

export function createSearch(sql: Sql): SearchMessages {
  const search = sql.prepare<FoundMessage>(
    `SELECT m.id AS message, m.seq, c.name AS channel, m.author, m.at,
       snippet(message_words, 0, char(2), char(3), '…', 24) AS snippet
     FROM message_words JOIN message m ON m.seq = message_words.rowid JOIN channel c ON c.n = m.channel
     WHERE message_words MATCH ? AND message_words.rowid < ? AND (? IS NULL OR m.author = ?)
       AND c.id IN (SELECT value FROM json_each(?))
     ORDER BY message_words.rowid DESC LIMIT ?`,
  )
  return ({ words, channels, author = null, before = Number.MAX_SAFE_INTEGER, limit }) => {
    const match = matchOf(words)
    if (match === '') return { found: [], next: null }
    const found = search.all(match, before, author, author, JSON.stringify(channels), limit)
    return { found, next: found.length === limit ? (found.at(-1)?.seq ?? null) : null }
  }
}
