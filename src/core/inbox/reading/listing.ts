import type { Ask, AskId } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { AskFilter, Inbox } from '../inbox.ts'
import { answersAs, type Answerer, type Rights } from '../answering/policy.ts'
import { stillOpen, type AskRow, type Rows } from '../rows.ts'

const where = {
  open: stillOpen,
  closed: `NOT (${stillOpen}) AND answeredAs IS NOT 'policy'`,
  all: "answeredAs IS NOT 'policy'",
  policy: "answeredAs IS 'policy'",
} as const satisfies Record<AskFilter['state'], string>

const columns = ['team', 'kind', 'session', 'turn'] as const

/** The ways to read the queue. */
export function prepareListing(deps: {
  sql: Sql
  rows: Rows
  rights: Rights
  view: (ask: AskRow) => Ask
}): Pick<Inbox, 'list' | 'listFor' | 'openByTeam'> {
  const { sql, rows, rights, view } = deps
  const matching = columns.map((column) => `(? IS NULL OR ${column} = ?)`).join(' AND ')
  const slice = (state: AskFilter['state']) => {
    const [after, order] = state === 'open' ? ['>', 'ASC'] : ['<', 'DESC']
    return sql.prepare<AskRow>(
      `SELECT * FROM ask WHERE ${where[state]} AND ${matching} AND (? IS NULL OR id ${after} ?)
       ORDER BY id ${order} LIMIT ?`,
    )
  }
  const slices = { open: slice('open'), closed: slice('closed'), all: slice('all'), policy: slice('policy') }
  const counts = sql.prepare<{ team: string; count: number }>(
    `SELECT team, count(*) AS count FROM ask WHERE ${stillOpen} GROUP BY team`,
  )
  return {
    list(filter) {
      const { state, after = null, limit } = filter
      const wanted = columns.flatMap((column) => [filter[column] ?? null, filter[column] ?? null])
      const found = slices[state].all(...wanted, after, after, limit)
      return { asks: found.map(view), open: rows.openCount.get()?.count ?? 0, next: nextOf(found, limit) }
    },
    listFor: (who) =>
      rows.open
        .all()
        .filter((ask) => mayAnswer(rights, who, ask))
        .map(view),
    openByTeam: () => new Map(counts.all().map(({ team, count }) => [team, count])),
  }
}

function nextOf(found: readonly AskRow[], limit: number): AskId | null {
  return found.length === limit ? (found.at(-1)?.id ?? null) : null
}

function mayAnswer(rights: Rights, who: Answerer, ask: AskRow): boolean {
  try {
    return Boolean(answersAs(rights, who, ask))
  } catch {
    // ASK_NOT_YOURS is its only failure.
    return false
  }
}
