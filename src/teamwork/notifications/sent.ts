import type { AlertMethodName, AskId, NewEvent, News } from '../../contract/index.ts'
import type { EventLog, Migrations } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { unreachable } from '../../platform/lib/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { titleOf, type Item } from './notification.ts'

/** The tables of what was told, and since when each way is on. */
export const notificationMigrations: Migrations = {
  owner: 'notifications',
  steps: [
    `CREATE TABLE notification (
       ask TEXT NOT NULL, method TEXT NOT NULL, reminder INTEGER NOT NULL, sentAt INTEGER NOT NULL, reference TEXT,
       PRIMARY KEY (ask, method, reminder)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX notification_of_reference ON notification (method, reference) WHERE reference IS NOT NULL;`,
    `CREATE TABLE notification_news (
       event INTEGER NOT NULL, method TEXT NOT NULL, PRIMARY KEY (event, method)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE notification_way (method TEXT PRIMARY KEY, since INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
  ],
}

/** What became of a notification. */
export type Outcome =
  | { how: 'sent'; reference: string | null }
  | { how: 'failed'; reason: string; tries: number }
  | { how: 'held'; reason: 'presence' | 'quiet_hours' }

/** What was told, so that nothing is told twice, and to what an answer belongs. */
export interface Sent {
  has(method: AlertMethodName, one: { news: News; seq: number }): boolean
  /** An ask that was not told comes again with its reminder; news comes once, unless it waits for quiet hours. */
  record(method: AlertMethodName, items: readonly Item[], outcome: Outcome): void
  /** The ask of a notification, by what that way calls it. */
  askOf(method: AlertMethodName, reference: string): AskId | undefined
  /** A way is on; gives the number of the event after which its news begins. */
  switchOn(method: AlertMethodName): number
  switchOff(method: AlertMethodName): void
}

export function createSent({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Sent {
  const rows = prepareRows(sql)
  // Sent, but not noted because the disk was full: to send it again would be worse.
  const unnoted = new Set<string>()
  return {
    has(method, { news, seq }) {
      if (unnoted.has(`${method} ${seq}`)) return true
      if (!news.ask) return rows.news.get(seq, method) !== undefined
      return rows.ask.get(news.ask.view.ask, method, news.ask.reminder) !== undefined
    },
    record(method, items, outcome) {
      const names = outcome.how === 'sent' ? numbersOf(items).map((seq) => `${method} ${seq}`) : []
      for (const name of names) unnoted.add(name)
      log.write((append) => {
        note(method, items, outcome)
        append(eventOf(method, items, outcome))
      })
      for (const name of names) unnoted.delete(name)
    },
    askOf: (method, reference) => rows.of.get(method, reference)?.ask,
    switchOn(method) {
      rows.switchOn.run(method, log.head())
      return rows.since.get(method)?.since ?? 0
    },
    switchOff(method) {
      if (rows.since.get(method)) rows.switchOff.run(method)
    },
  }

  function note(method: AlertMethodName, items: readonly Item[], outcome: Outcome): void {
    const ask = items[0]?.news.ask
    if (ask && outcome.how === 'sent')
      rows.insertAsk.run(ask.view.ask, method, ask.reminder, clock.now(), outcome.reference)
    const isLater = outcome.how === 'held' && outcome.reason === 'quiet_hours'
    if (!ask && !isLater) for (const seq of numbersOf(items)) rows.insertNews.run(seq, method)
  }
}

// The statements are the type; writing it out again would only repeat the names.
// oxlint-disable-next-line typescript/explicit-function-return-type
function prepareRows(sql: Sql) {
  return {
    ask: sql.prepare('SELECT 1 FROM notification WHERE ask = ? AND method = ? AND reminder = ?'),
    insertAsk: sql.prepare('INSERT INTO notification VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'),
    of: sql.prepare<{ ask: AskId }>('SELECT ask FROM notification WHERE method = ? AND reference = ?'),
    news: sql.prepare('SELECT 1 FROM notification_news WHERE event = ? AND method = ?'),
    insertNews: sql.prepare('INSERT INTO notification_news VALUES (?, ?) ON CONFLICT DO NOTHING'),
    since: sql.prepare<{ since: number }>('SELECT since FROM notification_way WHERE method = ?'),
    switchOn: sql.prepare('INSERT INTO notification_way VALUES (?, ?) ON CONFLICT DO NOTHING'),
    switchOff: sql.prepare('DELETE FROM notification_way WHERE method = ?'),
  }
}

function numbersOf(items: readonly Item[]): number[] {
  return items.flatMap(({ events }) => events)
}

/** What the log says of it. */
function eventOf(method: AlertMethodName, items: readonly Item[], outcome: Outcome): NewEvent {
  const ask = items[0]?.news.ask
  const news = { method, events: numbersOf(items), title: titleOf(items) }
  const asked = ask && { ask: ask.view.ask, team: ask.view.team, method, reminder: ask.reminder }
  switch (outcome.how) {
    case 'sent':
      return asked ? { type: 'notification.sent', data: asked } : { type: 'news.sent', data: news }
    case 'failed': {
      const { reason, tries } = outcome
      return asked
        ? { type: 'notification.failed', data: { ...asked, reason, tries } }
        : { type: 'news.failed', data: { ...news, reason, tries } }
    }
    case 'held': {
      const { reason } = outcome
      return asked
        ? { type: 'notification.held', data: { ...asked, reason } }
        : { type: 'news.held', data: { ...news, reason } }
    }
    default:
      return unreachable(outcome)
  }
}
