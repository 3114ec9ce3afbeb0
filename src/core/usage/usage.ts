import type { BudgetUse, SessionId, TurnId, UsageRow } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Append, EventLog, Migrations } from '../store/index.ts'
import type { TokenCount } from '../transport/index.ts'
import { createQuota, type Quota } from './quota.ts'
import { createScopes, scopeSteps, type Scopes } from './scopes.ts'

export const usageMigrations: Migrations = {
  owner: 'usage',
  steps: [
    `CREATE TABLE usage (
       turn TEXT PRIMARY KEY, session TEXT NOT NULL, team TEXT NOT NULL, at INTEGER NOT NULL, cost REAL NOT NULL,
       input INTEGER NOT NULL, output INTEGER NOT NULL, cacheRead INTEGER NOT NULL, cacheWrite INTEGER NOT NULL,
       rehearsed INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX usage_paid_by_team ON usage (team, at, cost) WHERE rehearsed = 0;
     CREATE INDEX usage_paid ON usage (at, cost) WHERE rehearsed = 0;
     CREATE INDEX usage_of_session ON usage (session);
     CREATE TABLE quota (one INTEGER PRIMARY KEY CHECK (one = 1), until INTEGER NOT NULL) STRICT;`,
    `ALTER TABLE usage ADD COLUMN model TEXT;
     CREATE INDEX usage_by_time ON usage (at);`,
    'CREATE INDEX usage_rehearsed_by_team ON usage (team, at, cost) WHERE rehearsed = 1;',
    scopeSteps,
  ],
}

/** What one turn used. */
interface TurnUsage {
  turn: TurnId
  session: SessionId
  team: string
  costUsd: number
  tokens: TokenCount
  rehearsed: boolean
  /** The model that cost most in it. */
  model: string | null
}

/** US dollars; a limit that is not set does not hold. */
interface Budget {
  day?: number | undefined
  total?: number | undefined
}

/** Tokens, cost and limits. Rehearsed cost is recorded but counts against no budget: nobody pays it. */
export interface Usage extends Quota, Scopes {
  record(usage: TurnUsage, append: Append): void
  spentToday(team: string): number
  /** What the rehearsed turns of a team would have cost today. */
  rehearsedToday(team: string): number
  /** What a session cost, rehearsed or not. */
  spentIn(session: SessionId): number
  /** How much of that was rehearsed. */
  rehearsedIn(session: SessionId): number
  /** What was spent of each limit that is set. Without a team, by all together. */
  budgetUse(budget: Budget, team?: string): BudgetUse[]
  /** Which budget is spent, in words, or undefined when there is room. Without a team, that of all together. */
  overBudget(budget: Budget, team?: string): string | undefined
  /** What the newest paid turns of a team cost that count for nothing smaller, such as a build. */
  pastTurns(team: string, most: number): { session: SessionId; costUsd: number }[]
  /** What was used since a time, by team and model, in spans of so many ms. */
  inSpans(since: number, span: number): UsageRow[]
}

export function createUsage({ sql, log, clock }: { sql: Sql; log: EventLog; clock: Clock }): Usage {
  const { insert, since, inSession, rehearsedSince, rehearsedInSession, byAll, past, bySpan } =
    prepareStatements(sql)
  const startOfToday = (): number => startOfDay(clock.now())
  const { count, ...scopes } = createScopes(sql, { now: () => clock.now(), startOfDay: startOfToday })
  const spentByAll = (at: number): number => byAll.get(at)?.cost ?? 0
  const spentSince = (team: string, at: number): number => since.get(team, at)?.cost ?? 0
  return {
    record({ turn, session, team, costUsd, tokens, rehearsed, model }, append) {
      const { input, output, cacheRead, cacheWrite } = tokens
      insert.run(
        turn,
        session,
        team,
        clock.now(),
        costUsd,
        input,
        output,
        cacheRead,
        cacheWrite,
        rehearsed ? 1 : 0,
        model,
      )
      count(turn, session)
      const counts = { team, costUsd, input, output, cacheRead, cacheWrite, rehearsed }
      const data = model === null ? counts : { ...counts, model }
      append({ type: 'usage.recorded', session, turn, data })
    },
    spentToday: (team) => spentSince(team, startOfDay(clock.now())),
    rehearsedToday: (team) => rehearsedSince.get(team, startOfDay(clock.now()))?.cost ?? 0,
    rehearsedIn: (session) => rehearsedInSession.get(session)?.cost ?? 0,
    spentIn: (session) => inSession.get(session)?.cost ?? 0,
    budgetUse,
    overBudget(budget, team) {
      const over = budgetUse(budget, team).find(({ spentUsd, limitUsd }) => spentUsd >= limitUsd)
      const whose = team === undefined ? 'the budget of all teams' : 'its budget'
      return over && `${whose} of $${over.limitUsd}${over.span === 'day' ? ' a day' : ''} is spent`
    },
    pastTurns: (team, most) => past.all(team, most),
    ...scopes,
    inSpans: (since, span) => bySpan.all(since, span).map((row) => ({ ...row })),
    ...createQuota({ sql, log, clock }),
  }

  function budgetUse({ day, total }: Budget, team?: string): BudgetUse[] {
    const spent = (at: number): number => (team === undefined ? spentByAll(at) : spentSince(team, at))
    const use = (span: BudgetUse['span'], limitUsd: number, at: number): BudgetUse => ({
      team: team ?? null,
      span,
      limitUsd,
      spentUsd: spent(at),
    })
    return [
      ...(day === undefined ? [] : [use('day', day, startOfDay(clock.now()))]),
      ...(total === undefined ? [] : [use('total', total, 0)]),
    ]
  }
}

// The statements are the type; writing it out again would only repeat the names.
function prepareStatements(sql: Sql) {
  const insert = sql.prepare('INSERT OR REPLACE INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const since = sql.prepare<{ cost: number }>(
    'SELECT coalesce(sum(cost), 0) AS cost FROM usage WHERE team = ? AND at >= ? AND rehearsed = 0',
  )
  const inSession = sql.prepare<{ cost: number }>(
    'SELECT coalesce(sum(cost), 0) AS cost FROM usage WHERE session = ?',
  )
  const rehearsedSince = sql.prepare<{ cost: number }>(
    'SELECT coalesce(sum(cost), 0) AS cost FROM usage WHERE team = ? AND at >= ? AND rehearsed = 1',
  )
  const rehearsedInSession = sql.prepare<{ cost: number }>(
    'SELECT coalesce(sum(cost), 0) AS cost FROM usage WHERE session = ? AND rehearsed = 1',
  )
  const byAll = sql.prepare<{ cost: number }>(
    'SELECT coalesce(sum(cost), 0) AS cost FROM usage WHERE at >= ? AND rehearsed = 0',
  )
  const past = sql.prepare<{ session: SessionId; costUsd: number }>(
    `SELECT session, cost AS costUsd FROM usage
     WHERE team = ? AND rehearsed = 0 AND session NOT IN (SELECT session FROM usage_scope)
     ORDER BY at DESC LIMIT ?`,
  )
  const bySpan = sql.prepare<UsageRow>(spans)
  return { insert, since, inSession, rehearsedSince, rehearsedInSession, byAll, past, bySpan }
}

const spans = `
  WITH wanted AS (SELECT CAST(? AS INTEGER) AS since, CAST(? AS INTEGER) AS span)
  SELECT since + ((usage.at - since) / span) * span AS at, team, model, count(*) AS turns,
    sum(CASE rehearsed WHEN 0 THEN cost ELSE 0 END) AS costUsd, sum(CASE rehearsed WHEN 0 THEN 0 ELSE cost END) AS rehearsedUsd,
    sum(input) AS input, sum(output) AS output, sum(cacheRead) AS cacheRead, sum(cacheWrite) AS cacheWrite
  FROM usage, wanted WHERE usage.at >= since GROUP BY 1, team, model ORDER BY 1, team, model`

/** Midnight of the user's own day. */
function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0)
}
