import type { SessionId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { AskRow } from '../rows.ts'

const maxSpans = 10_000

/** How long somebody was waited for. */
export interface AskSpan extends Pick<AskRow, 'turn' | 'teammate'> {
  from: number
  /** Null while it is open. */
  until: number | null
  /** Who stands still meanwhile: the process that asked, a call in its turn, or nobody until the turn has ended. */
  holds: 'process' | 'call' | 'rest'
}

/** Reads when a session waited for somebody, oldest first; what policy answered nobody waited for. */
export function prepareSpans(sql: Sql): (session: SessionId) => AskSpan[] {
  const closedAt = 'coalesce(answeredAt, dismissedAt, withdrawnAt)'
  const spans = sql.prepare<AskSpan>(
    `SELECT turn, teammate, askedAt AS "from", ${closedAt} AS until,
       CASE WHEN request IS NOT NULL THEN 'process' WHEN source = 'ask_human' THEN 'call' ELSE 'rest' END AS holds
     FROM ask WHERE session = ? AND type = 'blocking' AND answeredAs IS NOT 'policy'
     ORDER BY id DESC LIMIT ${maxSpans}`,
  )
  return (session) => spans.all(session).toReversed()
}

/** How long somebody was waited for until a time, whatever overlaps counted once. */
export function waitedFor(spans: readonly Pick<AskSpan, 'from' | 'until'>[], until: number): number {
  let waited = 0
  let counted = 0
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const from = Math.max(span.from, counted)
    const to = Math.min(span.until ?? until, until)
    if (to <= from) continue
    waited += to - from
    counted = to
  }
  return waited
}
