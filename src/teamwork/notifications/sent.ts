import type { AlertMethodName, AskId } from '../../contract/index.ts'
import type { EventLog, Migrations } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** The table of what was sent. */
export const notificationMigrations: Migrations = {
  owner: 'notifications',
  steps: [
    `CREATE TABLE notification (
       ask TEXT NOT NULL, method TEXT NOT NULL, reminder INTEGER NOT NULL, sentAt INTEGER NOT NULL, reference TEXT,
       PRIMARY KEY (ask, method, reminder)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX notification_of_reference ON notification (method, reference) WHERE reference IS NOT NULL;`,
  ],
}

/** What was sent, so that nothing is sent twice, and to what an answer belongs. */
export interface Sent {
  has(ask: AskId, method: AlertMethodName, reminder: number): boolean
  note(sent: {
    ask: AskId
    team: string
    method: AlertMethodName
    reminder: number
    reference: string | null
  }): void
  /** The ask of a notification, by what that way calls it. */
  askOf(method: AlertMethodName, reference: string): AskId | undefined
}

export function createSent({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Sent {
  const rows = {
    one: sql.prepare('SELECT 1 FROM notification WHERE ask = ? AND method = ? AND reminder = ?'),
    insert: sql.prepare('INSERT INTO notification VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    of: sql.prepare<{ ask: AskId }>('SELECT ask FROM notification WHERE method = ? AND reference = ?'),
  }
  return {
    has: (ask, method, reminder) => rows.one.get(ask, method, reminder) !== undefined,
    note({ ask, team, method, reminder, reference }) {
      log.write((append) => {
        rows.insert.run(ask, method, reminder, clock.now(), reference)
        append({ type: 'notification.sent', data: { ask, team, method, reminder } })
      })
    },
    askOf: (method, reference) => rows.of.get(method, reference)?.ask,
  }
}
