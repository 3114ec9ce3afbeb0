import type { ScopeKind, ScopeUse, SessionId, TurnId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** What use is counted for besides its team: a run, a build, a task, a seat, a project, a stage or an agent of one name. */
interface Scope {
  kind: ScopeKind
  name: string
}

/** What a scope may use, in all or in a day; null is no limit. */
interface ScopeLimit {
  span: 'day' | 'total'
  usd: number | null
  tokens: number | null
}

/** Budgets of what is smaller or larger than a team. */
export interface Scopes {
  /** From now on what a session uses counts for these, and no longer for those of before. */
  countFor(session: SessionId, scopes: readonly Scope[]): void
  /** Also for these, besides those that it counts for. */
  alsoCountFor(session: SessionId, scopes: readonly Scope[]): void
  /** Sets what a scope may use; without either limit it may use anything. */
  setLimit(scope: Scope, limit: ScopeLimit): void
  /** What a scope used since a time, rehearsed or not. */
  usedBy(scope: Scope, since?: number): { usd: number; tokens: number }
  /** Which budget of a session's scopes is spent, in words; undefined while there is room. */
  overScope(session: SessionId): string | undefined
  /** Every budget that is set, with what was used of it; the newest first. */
  scopeUse(limit: number): ScopeUse[]
}

interface StoredLimit extends Scope, ScopeLimit {}

export const scopeSteps = `CREATE TABLE usage_scope (
     session TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (session, kind, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE usage_counted (
     kind TEXT NOT NULL, name TEXT NOT NULL, turn TEXT NOT NULL, PRIMARY KEY (kind, name, turn)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE usage_limit (
     kind TEXT NOT NULL, name TEXT NOT NULL, span TEXT NOT NULL, usd REAL, tokens INTEGER, setAt INTEGER NOT NULL,
     PRIMARY KEY (kind, name, span)
   ) STRICT, WITHOUT ROWID;`

export function createScopes(
  sql: Sql,
  { now, startOfDay }: { now: () => number; startOfDay: () => number },
): Scopes & { count: (turn: TurnId, session: SessionId) => void } {
  const forget = sql.prepare('DELETE FROM usage_scope WHERE session = ?')
  const add = sql.prepare('INSERT OR IGNORE INTO usage_scope VALUES (?, ?, ?)')
  const of = sql.prepare<Scope>('SELECT kind, name FROM usage_scope WHERE session = ? ORDER BY kind, name')
  const count = sql.prepare('INSERT OR IGNORE INTO usage_counted VALUES (?, ?, ?)')
  const put = sql.prepare('INSERT OR REPLACE INTO usage_limit VALUES (?, ?, ?, ?, ?, ?)')
  const limitsOf = sql.prepare<StoredLimit>('SELECT * FROM usage_limit WHERE kind = ? AND name = ?')
  const newest = sql.prepare<StoredLimit>(
    'SELECT * FROM usage_limit WHERE usd IS NOT NULL OR tokens IS NOT NULL ORDER BY setAt DESC LIMIT ?',
  )
  const used = sql.prepare<{ usd: number; tokens: number }>(
    `SELECT coalesce(sum(cost), 0) AS usd, coalesce(sum(input + output + cacheWrite), 0) AS tokens
     FROM usage_counted JOIN usage USING (turn) WHERE kind = ? AND name = ? AND at >= ?`,
  )
  const usedBy: Scopes['usedBy'] = ({ kind, name }, since = 0) =>
    used.get(kind, name, since) ?? { usd: 0, tokens: 0 }
  const useOf = ({ kind, name, span, usd, tokens }: StoredLimit): ScopeUse => {
    const spent = usedBy({ kind, name }, span === 'day' ? startOfDay() : 0)
    return {
      kind,
      name,
      span,
      limitUsd: usd,
      limitTokens: tokens,
      usedUsd: spent.usd,
      usedTokens: spent.tokens,
    }
  }
  return {
    countFor(session, scopes) {
      forget.run(session)
      for (const { kind, name } of scopes) add.run(session, kind, name)
    },
    alsoCountFor(session, scopes) {
      for (const { kind, name } of scopes) add.run(session, kind, name)
    },
    setLimit: ({ kind, name }, { span, usd, tokens }) => void put.run(kind, name, span, usd, tokens, now()),
    usedBy,
    overScope(session) {
      const uses = of.all(session).flatMap(({ kind, name }) => limitsOf.all(kind, name).map(useOf))
      const over = uses.find(isSpent)
      return over && overWords(over)
    },
    scopeUse: (limit) => newest.all(limit).map(useOf),
    count(turn, session) {
      for (const { kind, name } of of.all(session)) count.run(kind, name, turn)
    },
  }
}

function isSpent({ limitUsd, limitTokens, usedUsd, usedTokens }: ScopeUse): boolean {
  return (limitUsd !== null && usedUsd >= limitUsd) || (limitTokens !== null && usedTokens >= limitTokens)
}

function overWords({ kind, name, span, limitUsd, limitTokens, usedUsd }: ScopeUse): string {
  const isMoney = limitUsd !== null && usedUsd >= limitUsd
  const most = isMoney ? `$${limitUsd}` : `${limitTokens ?? 0} tokens`
  return `the budget of the ${kind} ${name} of ${most}${span === 'day' ? ' a day' : ''} is spent`
}
