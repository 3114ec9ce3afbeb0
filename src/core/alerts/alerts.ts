import { IrisError, newId, type Alert, type AlertId, type AlertSeverity } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Append, EventLog, Migrations } from '../store/index.ts'

export const alertMigrations: Migrations = {
  owner: 'alerts',
  steps: [
    `CREATE TABLE alert (
       alert TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, severity TEXT NOT NULL, words TEXT NOT NULL,
       advice TEXT NOT NULL, team TEXT, build TEXT, session TEXT, openedAt INTEGER NOT NULL, changedAt INTEGER NOT NULL,
       acknowledgedAt INTEGER, acknowledgedBy TEXT, clearedAt INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE UNIQUE INDEX alert_open ON alert (kind, subject) WHERE clearedAt IS NULL;`,
    `ALTER TABLE alert ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
     UPDATE alert SET since = openedAt;`,
  ],
}

const maxCleared = 1000

/** What is wrong now, as the watch found it. */
export type FoundAlert = Pick<
  Alert,
  'kind' | 'subject' | 'severity' | 'words' | 'advice' | 'team' | 'build' | 'session'
> & {
  /** Since when it is so; without it since it was found. */
  since?: number
  /** Stores by which rule it was found, in the transaction that tells of it. */
  keep?: () => void
}

/** Alerts: one for each thing that is wrong, open until it is no longer found. */
export interface Alerts {
  /** All that is wrong now: what is new is opened, what is no longer there is cleared. */
  found(all: readonly FoundAlert[]): void
  acknowledge(alert: AlertId, by: string): Alert
  list(filter: { state: 'open' | 'all'; limit: number }): Alert[]
  get(alert: AlertId): Alert
}

export function createAlerts({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Alerts {
  const rows = prepare(sql)
  return {
    found(all) {
      const open = new Map(rows.open.all().map((alert) => [keyOf(alert), alert]))
      const wanted = new Map(all.map((one) => [keyOf(one), one]))
      const gone = [...open].filter(([key]) => !wanted.has(key))
      const changes = [...wanted].filter(([key, one]) => isNews(open.get(key), one))
      if (gone.length === 0 && changes.length === 0) return
      log.write((append) => {
        for (const [, alert] of gone) clear(alert, append)
        for (const [key, one] of changes) put(open.get(key), one, append)
        rows.prune.run(maxCleared)
      })
    },
    acknowledge(id, by) {
      const alert = get(id)
      if (alert.acknowledgedAt !== null || alert.clearedAt !== null) return alert
      log.write((append) => {
        rows.acknowledge.run(clock.now(), by, id)
        append({ type: 'alert.acknowledged', data: { ...about(alert), by } })
      })
      return get(id)
    },
    list: ({ state, limit }) => rows.list.all(state, limit).map((row) => ({ ...row })),
    get,
  }

  function get(id: AlertId): Alert {
    const found = rows.get.get(id)
    if (!found) throw new IrisError('ALERT_UNKNOWN', `There is no alert ${id}.`)
    return { ...found }
  }

  function clear(alert: Alert, append: Append): void {
    const now = clock.now()
    rows.clear.run(now, alert.alert)
    // Wall time: it is only shown.
    append({ type: 'alert.cleared', data: { ...about(alert), openMs: Math.max(0, now - alert.openedAt) } })
  }

  function put(before: Alert | undefined, found: FoundAlert, append: Append): void {
    const now = clock.now()
    const alert = before?.alert ?? newId('alr', now)
    const { kind, subject, severity, words, advice, team, build, session } = found
    const since = found.since ?? before?.since ?? now
    if (before) rows.change.run(severity, words, advice, now, since, alert)
    else rows.insert.run(alert, kind, subject, severity, words, advice, team, build, session, now, now, since)
    // Only one that grew worse is told again.
    if (before && !isWorse(before.severity, severity)) return
    found.keep?.()
    const data = { alert, kind, subject, team, severity, words, advice, build }
    append({ type: before ? 'alert.changed' : 'alert.opened', data })
  }
}

const keyOf = ({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string => `${kind} ${subject}`

const about = ({
  alert,
  kind,
  subject,
  team,
}: Alert): Pick<Alert, 'alert' | 'kind' | 'subject' | 'team'> => ({
  alert,
  kind,
  subject,
  team,
})

const ranks: Readonly<Record<AlertSeverity, number>> = { warning: 0, problem: 1, critical: 2 }

const isWorse = (before: AlertSeverity, after: AlertSeverity): boolean => ranks[after] > ranks[before]

function isNews(before: Alert | undefined, now: FoundAlert): boolean {
  return before === undefined || before.severity !== now.severity || before.words !== now.words
}

// The statements are the type; writing it out again would only repeat the names.
function prepare(sql: Sql) {
  return {
    open: sql.prepare<Alert>('SELECT * FROM alert WHERE clearedAt IS NULL'),
    get: sql.prepare<Alert>('SELECT * FROM alert WHERE alert = ?'),
    list: sql.prepare<Alert>(
      "SELECT * FROM alert WHERE ? = 'all' OR clearedAt IS NULL ORDER BY alert DESC LIMIT ?",
    ),
    insert: sql.prepare(
      `INSERT INTO alert (alert, kind, subject, severity, words, advice, team, build, session, openedAt, changedAt, since)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    change: sql.prepare(
      'UPDATE alert SET severity = ?, words = ?, advice = ?, changedAt = ?, since = ? WHERE alert = ?',
    ),
    acknowledge: sql.prepare('UPDATE alert SET acknowledgedAt = ?, acknowledgedBy = ? WHERE alert = ?'),
    clear: sql.prepare('UPDATE alert SET clearedAt = ? WHERE alert = ?'),
    prune: sql.prepare(
      `DELETE FROM alert WHERE clearedAt IS NOT NULL AND alert NOT IN
         (SELECT alert FROM alert WHERE clearedAt IS NOT NULL ORDER BY alert DESC LIMIT ?)`,
    ),
  }
}
