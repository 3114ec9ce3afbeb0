import { isProblem, problemTypes, type SessionId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog, Following } from '../store/index.ts'

/** Where the problems of a session are in the log. It follows the log, so it is a moment behind and in nobody's way. */
export interface Problems {
  /** The nearest one on that side of a number, or from the other end when there is none. */
  find(wanted: ProblemQuery): { seq: number | null; problems: number }
  caughtUp: Following['caughtUp']
  close(): Promise<void>
}

/** Which problem: of what session, on which side of a number. */
interface ProblemQuery {
  session: SessionId
  from: number
  direction: 'next' | 'previous'
}

export function createProblems({ sql, log }: { sql: Sql; log: EventLog }): Problems {
  const insert = sql.prepare('INSERT OR IGNORE INTO problem_event VALUES (?, ?)')
  const count = sql.prepare<{ n: number }>('SELECT count(*) AS n FROM problem_event WHERE session = ?')
  const select = 'SELECT seq FROM problem_event WHERE session = ? AND seq'
  const next = sql.prepare<{ seq: number }>(`${select} > ? ORDER BY seq LIMIT 1`)
  const previous = sql.prepare<{ seq: number }>(`${select} < ? ORDER BY seq DESC LIMIT 1`)
  const following = log.follow({
    name: 'problems',
    types: problemTypes,
    handle(event) {
      if (event.session !== undefined && isProblem(event)) insert.run(event.session, event.seq)
    },
  })
  return {
    find({ session, from, direction }) {
      const found =
        direction === 'next'
          ? (next.get(session, from) ?? next.get(session, 0))
          : (previous.get(session, from) ?? previous.get(session, Number.MAX_SAFE_INTEGER))
      return { seq: found?.seq ?? null, problems: count.get(session)?.n ?? 0 }
    },
    caughtUp: (within) => following.caughtUp(within),
    close: () => following.close(),
  }
}
