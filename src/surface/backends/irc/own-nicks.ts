import type { Clock } from '../../../platform/clock/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import { foldName } from './names.ts'

/** What a connection said may arrive after it has ended; so long its nick counts as ours, unless it was seen to leave. */
const keptMs = 5 * 60_000

/** Which nicks on the server are those of Iris: what they say is in the rooms already. */
export interface OwnNicks {
  has(nick: string): boolean
  /** Whether Iris ever held it: what such a nick said in the past is taken for its own. */
  wasHeld(nick: string): boolean
  add(nick: string): void
  /** Its connection ended. */
  left(nick: string): void
  /** The server says that whoever had it is gone, or has another nick. */
  seenLeaving(nick: string): void
}

const maxKept = 500

export function createOwnNicks({ clock, sql }: { clock: Clock; sql: Sql }): OwnNicks {
  const keep = sql.prepare('INSERT OR REPLACE INTO irc_own_nick (nick, heldAt) VALUES (?, ?)')
  const kept = sql.prepare('SELECT 1 FROM irc_own_nick WHERE nick = ?')
  const forget = sql.prepare(
    `DELETE FROM irc_own_nick WHERE nick IN
       (SELECT nick FROM irc_own_nick ORDER BY heldAt DESC LIMIT -1 OFFSET ${maxKept})`,
  )
  const until = new Map<string, number>()
  return {
    has: (nick) => (until.get(foldName(nick)) ?? 0) > clock.steady(),
    wasHeld: (nick) => kept.get(foldName(nick)) !== undefined,
    add(nick) {
      until.set(foldName(nick), Infinity)
      keep.run(foldName(nick), clock.now())
      forget.run()
    },
    left(nick) {
      for (const [name, end] of until) if (end <= clock.steady()) until.delete(name)
      if (until.has(foldName(nick))) until.set(foldName(nick), clock.steady() + keptMs)
    },
    seenLeaving(nick) {
      if (until.get(foldName(nick)) !== Infinity) until.delete(foldName(nick))
    },
  }
}
