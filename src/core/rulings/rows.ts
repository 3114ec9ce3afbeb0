import type { Ruling, RulingId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Migrations } from '../store/index.ts'

export const rulingMigrations: Migrations = {
  owner: 'rulings',
  steps: [
    `CREATE TABLE ruling (
       n INTEGER PRIMARY KEY, ruling TEXT NOT NULL UNIQUE, rule TEXT NOT NULL, about TEXT NOT NULL, at INTEGER NOT NULL,
       inputs TEXT, outcome TEXT
     ) STRICT;`,
  ],
}

const maxKept = 10_000
const maxLength = 64 * 1024

interface Filter {
  rule?: string | undefined
  about?: string | undefined
  before?: RulingId | undefined
  limit: number
}

/** The stored rulings. Only so many of the newest are kept, and nothing that is too long. */
export interface RulingRows {
  insert(ruling: Ruling): void
  get(ruling: RulingId): Ruling | undefined
  list(filter: Filter): Omit<Ruling, 'inputs' | 'outcome'>[]
}

type StoredRuling = Omit<Ruling, 'inputs' | 'outcome'> & { inputs: string | null; outcome: string | null }

export function createRulingRows(sql: Sql, kept = maxKept): RulingRows {
  const insert = sql.prepare<{ n: number }>(
    'INSERT INTO ruling (ruling, rule, about, at, inputs, outcome) VALUES (?, ?, ?, ?, ?, ?) RETURNING n',
  )
  const prune = sql.prepare('DELETE FROM ruling WHERE n <= ?')
  const get = sql.prepare<StoredRuling>(
    'SELECT ruling, rule, about, at, inputs, outcome FROM ruling WHERE ruling = ?',
  )
  const list = sql.prepare<Omit<Ruling, 'inputs' | 'outcome'>>(
    `SELECT ruling, rule, about, at FROM ruling
     WHERE (? IS NULL OR rule = ?) AND (? IS NULL OR about = ?)
       AND (? IS NULL OR n < (SELECT n FROM ruling WHERE ruling = ?))
     ORDER BY n DESC LIMIT ?`,
  )
  return {
    insert({ ruling, rule, about, at, inputs, outcome }) {
      const row = insert.get(ruling, rule, about, at, bounded(inputs), bounded(outcome))
      prune.run((row?.n ?? 0) - kept)
    },
    get(ruling) {
      const row = get.get(ruling)
      return row && { ...row, inputs: parsed(row.inputs), outcome: parsed(row.outcome) }
    },
    list: ({ rule = null, about = null, before = null, limit }) =>
      list.all(rule, rule, about, about, before, before, limit).map((row) => ({ ...row })),
  }
}

function bounded(value: unknown): string | null {
  const text = JSON.stringify(value ?? null)
  return text.length > maxLength ? null : text
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
