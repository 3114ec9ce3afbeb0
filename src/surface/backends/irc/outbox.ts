import type { MessageId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

/** A message that waits to be said on the server. */
export interface Waiting {
  seq: number
  message: MessageId
  /** Where: the id of a room. */
  place: string
  /** How many of its parts are proved. */
  said: number
  /** The part that was last given to the server; it is uncertain as long as it is not proved. */
  sent: number
  /** As JSON, once its first part was given to the server. */
  parts: string | null
  refusals: number
}

/** So many that were given up are kept, to be counted and looked at. */
const maxGivenUp = 1000

/** What waits for the server, in the order in which it was said. */
export interface Outbox {
  add(row: Pick<Waiting, 'seq' | 'message' | 'place'>): void
  /** The first that waits for a place. */
  next(place: string): Waiting | undefined
  places(): string[]
  /** From here on its part may have been said, whatever happens. */
  sending(seq: number, part: number, parts: readonly string[]): void
  proved(seq: number, part: number): void
  /** It was certainly not said. */
  refused(seq: number): void
  done(seq: number): void
  giveUp(seq: number, reason: string): void
  /** The oldest beyond so many. */
  beyond(most: number): Waiting[]
  counts(): { waiting: number; givenUp: number }
}

const columns = 'seq, message, place, said, sent, parts, refusals'

export function createOutbox(sql: Sql): Outbox {
  const add = sql.prepare('INSERT OR IGNORE INTO irc_outbox (seq, message, place) VALUES (?, ?, ?)')
  const next = sql.prepare<Waiting>(
    `SELECT ${columns} FROM irc_outbox WHERE place = ? AND reason IS NULL ORDER BY seq LIMIT 1`,
  )
  const places = sql.prepare<{ place: string }>('SELECT DISTINCT place FROM irc_outbox WHERE reason IS NULL')
  const sending = sql.prepare('UPDATE irc_outbox SET sent = ?, parts = ? WHERE seq = ?')
  const proved = sql.prepare('UPDATE irc_outbox SET said = ? WHERE seq = ?')
  const refused = sql.prepare('UPDATE irc_outbox SET sent = -1, refusals = refusals + 1 WHERE seq = ?')
  const done = sql.prepare('DELETE FROM irc_outbox WHERE seq = ?')
  const giveUp = sql.prepare('UPDATE irc_outbox SET reason = ? WHERE seq = ?')
  const forget = sql.prepare(
    `DELETE FROM irc_outbox WHERE seq IN
       (SELECT seq FROM irc_outbox WHERE reason IS NOT NULL ORDER BY seq DESC LIMIT -1 OFFSET ${maxGivenUp})`,
  )
  const beyond = sql.prepare<Waiting>(
    `SELECT ${columns} FROM irc_outbox WHERE reason IS NULL ORDER BY seq DESC LIMIT -1 OFFSET ?`,
  )
  const counts = sql.prepare<{ waiting: number; givenUp: number }>(
    'SELECT count(*) FILTER (WHERE reason IS NULL) AS waiting, count(reason) AS givenUp FROM irc_outbox',
  )
  return {
    add: ({ seq, message, place }) => void add.run(seq, message, place),
    next: (place) => next.get(place),
    places: () => places.all().map(({ place }) => place),
    sending: (seq, part, parts) => void sending.run(part, JSON.stringify(parts), seq),
    proved: (seq, part) => void proved.run(part + 1, seq),
    refused: (seq) => void refused.run(seq),
    done: (seq) => void done.run(seq),
    giveUp(seq, reason) {
      giveUp.run(reason, seq)
      forget.run()
    },
    beyond: (most) => beyond.all(most),
    counts: () => counts.get() ?? { waiting: 0, givenUp: 0 },
  }
}
