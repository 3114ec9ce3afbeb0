import type { AskType } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { stillOpen, type AskRow } from './rows.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long the same question is not asked again. */
export const repeatWithin = day
/** Within this time questions of one agent in one phase belong together. */
export const batchWithin = 5 * minute
/** Open questions an agent may have that do not block it. */
export const mostOpen = 3

const firstReminder = 5 * minute
const nextReminder = 30 * minute
const longestNap = 6 * hour
const retryAfter = 5000

/** When a question closes by itself; null stays until somebody answers. */
export function expiryOf(type: AskType, { reversible }: { reversible: boolean }): number | null {
  switch (type) {
    case 'clarifying':
      return 4 * hour
    case 'confirming':
      return reversible ? day : null
    case 'educational':
    case 'preference':
      return 7 * day
    case 'blocking':
    case 'celebratory':
      return null
    default:
      return type satisfies never
  }
}

/** Whether the end of its time takes the default; what is only meant to help is dismissed instead. */
export function takesDefault(type: AskType): boolean {
  return type === 'clarifying' || type === 'confirming'
}

/** One timer for the next thing that is due, found in the table each time it is set. */
export interface Due {
  /** Looks again what comes next. */
  rearm(): void
  close(): void
}

export function createDue(deps: {
  sql: Sql
  clock: Clock
  run: () => void
  onFault: (error: unknown) => void
}): Due {
  const { sql, clock, run, onFault } = deps
  const next = sql.prepare<{ at: number | null }>(
    `SELECT min(at) AS at FROM (
       SELECT expiresAt AS at FROM ask WHERE ${stillOpen} AND expiresAt IS NOT NULL
       UNION ALL SELECT ${reminderDue} FROM ask WHERE ${stillOpen} AND type = 'blocking')`,
  )
  let cancel: Cancel = () => undefined
  let closed = false
  return {
    rearm,
    close() {
      closed = true
      cancel()
    },
  }

  function rearm(): void {
    cancel()
    const at = closed ? null : (next.get()?.at ?? null)
    if (at === null) return
    cancel = clock.after(Math.min(Math.max(0, at - clock.now()), longestNap), go)
  }

  /** What cannot be written now, as on a full disk, is still due later. */
  function go(): void {
    try {
      run()
    } catch (error) {
      onFault(error)
      if (!closed) cancel = clock.after(retryAfter, go)
      return
    }
    rearm()
  }
}

const reminderDue = `CASE WHEN remindedAt IS NULL THEN askedAt + ${firstReminder} ELSE remindedAt + ${nextReminder} END`

/** The blocking asks of which somebody should be reminded now. */
export function prepareReminders(sql: Sql): (now: number) => AskRow[] {
  const due = sql.prepare<AskRow>(
    `SELECT * FROM ask WHERE ${stillOpen} AND type = 'blocking' AND ${reminderDue} <= ? ORDER BY id LIMIT 100`,
  )
  return (now) => due.all(now)
}
