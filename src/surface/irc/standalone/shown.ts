import type { Clock } from '../../../platform/clock/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { Belongings } from '../server/backing.ts'

/** Clients that were here longer ago are new when they come back. */
const maxClients = 1000

/** How far the clients of accounts were shown what was said. */
export function createShownRows(sql: Sql, clock: Clock): Pick<Belongings, 'shown' | 'keepShown'> {
  const get = sql.prepare<{ upTo: number }>('SELECT upTo FROM irc_shown WHERE account = ? AND client = ?')
  const put = sql.prepare(
    'INSERT INTO irc_shown (account, client, upTo, at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET upTo = excluded.upTo, at = excluded.at',
  )
  const remove = sql.prepare('DELETE FROM irc_shown WHERE account = ? AND client = ?')
  const prune = sql.prepare(
    'DELETE FROM irc_shown WHERE (account, client) IN (SELECT account, client FROM irc_shown ORDER BY at DESC LIMIT -1 OFFSET ?)',
  )
  return {
    shown(account, client) {
      prune.run(maxClients)
      return get.get(account, client)?.upTo
    },
    keepShown: (rows, send) =>
      sql.transaction(() => {
        for (const { account, client, upTo } of rows)
          if (upTo === 0) remove.run(account, client)
          else put.run(account, client, upTo, clock.now())
        send()
      }),
  }
}
