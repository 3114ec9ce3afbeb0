import type { CheckId, Finding } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** A finding before anybody accepted it. */
export type NewFinding = Pick<Finding, 'kind' | 'path' | 'line' | 'words' | 'mark'>

/** What was found, and what was accepted. */
export interface FindingRows {
  add(check: CheckId, findings: readonly NewFinding[]): void
  /** Those of a check after a number, with who accepted them. */
  list(of: FindingsOf & { after: number; limit: number }): Finding[]
  count(of: FindingsOf): { all: number; open: number }
  accept(accepted: { repository: string; mark: string; by: string; at: number; note: string | null }): void
}

interface FindingsOf {
  check: CheckId
  repository: string
}

export function createFindingRows(sql: Sql): FindingRows {
  const last = sql.prepare<{ number: number }>(
    'SELECT coalesce(max(number), 0) AS number FROM check_finding WHERE checkId = ?',
  )
  const insert = sql.prepare(
    'INSERT INTO check_finding (checkId, number, kind, path, line, words, mark) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const joined = `check_finding f LEFT JOIN accepted_finding a ON a.mark = f.mark AND a.repository = ? WHERE f.checkId = ?`
  const list = sql.prepare<Finding>(
    `SELECT f.number, f.kind, f.path, f.line, f.words, f.mark, a.acceptedBy, a.acceptedAt, a.note FROM ${joined}
     AND f.number > ? ORDER BY f.number LIMIT ?`,
  )
  const count = sql.prepare<{ all: number; open: number }>(
    `SELECT count(*) AS "all", count(*) - count(a.mark) AS "open" FROM ${joined}`,
  )
  const accept = sql.prepare(
    `INSERT INTO accepted_finding (repository, mark, acceptedBy, acceptedAt, note) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  return {
    add(check, findings) {
      let number = last.get(check)?.number ?? 0
      for (const { kind, path, line, words, mark } of findings)
        insert.run(check, (number += 1), kind, path, line, words, mark)
    },
    list: ({ check, repository, after, limit }) => list.all(repository, check, after, limit),
    count: ({ check, repository }) => count.get(repository, check) ?? { all: 0, open: 0 },
    accept: ({ repository, mark, by, at, note }) => void accept.run(repository, mark, by, at, note),
  }
}
