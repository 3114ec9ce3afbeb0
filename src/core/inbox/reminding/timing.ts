import type { AskId, AskType } from '../../../contract/index.ts'
import { createMoments, type Cancel, type Clock } from '../../../platform/clock/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import { stillOpen, type AskRow } from '../rows.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long the same question is not asked again. */
export const repeatWithin = day
/** Within this time questions of one agent in one phase belong together. */
export const batchWithin = 5 * minute
/** Open questions an agent may have that do not block it. */
export const maxOpen = 3

const firstReminder = 5 * minute
const nextReminder = 30 * minute
const maxNap = 6 * hour
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

/** Something to be done about an open ask when its moment has come, by the steady clock. */
export interface Due {
  ask: AskId
  what: 'expire' | 'remind'
  at: number
}

/** One timer for what is due next, found in the table each time it is set. */
export interface Agenda {
  /** Looks again what comes next. */
  rearm(): void
  close(): void
}

export function createAgenda(deps: {
  sql: Sql
  clock: Clock
  run: (due: Due) => void
  onFault: (error: unknown) => void
}): Agenda {
  const { clock, run, onFault } = deps
  const all = prepareDue(deps)
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
    const next = closed ? Infinity : Math.min(Infinity, ...all().map(({ at }) => at))
    if (next < Infinity) cancel = clock.after(Math.min(Math.max(0, next - clock.steady()), maxNap), go)
  }

  /** What cannot be written now, as on a full disk, is still due later. */
  function go(): void {
    try {
      for (const due of all()) if (due.at <= clock.steady()) run(due)
    } catch (error) {
      onFault(error)
      if (!closed) cancel = clock.after(retryAfter, go)
      return
    }
    rearm()
  }
}

type Dated = Pick<AskRow, 'id' | 'type' | 'askedAt' | 'remindedAt' | 'expiresAt'>

/** What is to be done about the open asks, and when. Setting the machine's clock makes nothing due, and nothing later. */
function prepareDue({ sql, clock }: { sql: Sql; clock: Clock }): () => Due[] {
  const moments = createMoments(clock)
  const open = sql.prepare<Dated>(
    `SELECT id, type, askedAt, remindedAt, expiresAt FROM ask WHERE ${stillOpen} AND (expiresAt IS NOT NULL OR type = 'blocking') ORDER BY id`,
  )
  return () => open.all().flatMap((ask) => [...expiry(ask), ...reminder(ask)])

  function expiry({ id: ask, askedAt, expiresAt }: Dated): Due[] {
    if (expiresAt === null) return []
    return [{ ask, what: 'expire', at: moments.of(askedAt) + (expiresAt - askedAt) }]
  }

  function reminder({ id: ask, type, askedAt, remindedAt }: Dated): Due[] {
    if (type !== 'blocking') return []
    const at =
      remindedAt === null ? moments.of(askedAt) + firstReminder : moments.of(remindedAt) + nextReminder
    return [{ ask, what: 'remind', at }]
  }
}
