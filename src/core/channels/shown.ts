import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { folded } from './names.ts'

/** A program that shows channels to somebody, by the name it gives itself. */
interface Showing {
  reader: string
  client: string
}

/** How far programs have shown channels; what somebody has read is another matter. */
export interface Shown {
  /** The number of the last message that it showed, when it is known. */
  shown(showing: Showing): number | undefined
  /** 0 forgets it. `show` is the last that happens before the change counts: a crash in between shows it again. */
  keepShown(all: readonly (Showing & { upTo: number })[], show?: () => void): void
}

/** Programs that were there longer ago are new when they come back. */
const maxClients = 1000

export function createShown({ sql, clock }: { sql: Sql; clock: Clock }): Shown {
  const get = sql.prepare<{ seq: number }>('SELECT seq FROM channel_shown WHERE folded = ? AND client = ?')
  const put = sql.prepare(
    `INSERT INTO channel_shown (folded, client, seq, at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET seq = excluded.seq, at = excluded.at`,
  )
  const remove = sql.prepare('DELETE FROM channel_shown WHERE folded = ? AND client = ?')
  const prune = sql.prepare(
    `DELETE FROM channel_shown WHERE (folded, client) IN
       (SELECT folded, client FROM channel_shown ORDER BY at DESC LIMIT -1 OFFSET ${maxClients})`,
  )
  return {
    shown({ reader, client }) {
      prune.run()
      return get.get(folded(reader), client)?.seq
    },
    keepShown: (all, show) =>
      sql.transaction(() => {
        for (const { reader, client, upTo } of all)
          if (upTo === 0) remove.run(folded(reader), client)
          else put.run(folded(reader), client, upTo, clock.now())
        show?.()
      }),
  }
}
