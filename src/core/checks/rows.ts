import type { CheckId, CheckLevel, CheckState, CheckStep, TaskId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Expectation } from './running/expectation.ts'

/** One command of a check, as it is stored. */
export interface StepRow extends Omit<CheckStep, 'file'> {
  expected: Expectation
}

/** A check as it is stored. What it is shown as follows from this and from what was accepted. */
export interface CheckRow {
  id: CheckId
  task: TaskId | null
  taskKey: string | null
  team: string
  folder: string
  /** The same for all worktrees of a repository; the folder where there is none. What is accepted is accepted there. */
  repository: string | null
  level: CheckLevel | null
  base: string | null
  change: string | null
  at: 'queued' | 'running' | 'by_hand' | 'ended'
  outcome: 'passed' | 'failed' | 'cancelled' | 'interrupted' | null
  words: string | null
  failure: string | null
  manual: string | null
  budgetMs: number
  steps: StepRow[]
  /** Who the process is that runs now. */
  leader: string | null
  madeBy: string
  tickedBy: string | null
  createdAt: number
  endedAt: number | null
  isPruned: number
}

type StoredCheck = Omit<CheckRow, 'steps'> & { steps: string }

/** Which checks are wanted. */
export interface CheckFilter {
  task?: TaskId | undefined
  team?: string | undefined
  state?: CheckState | undefined
  before?: CheckId | undefined
  limit: number
}

/** The stored checks. */
export interface CheckRows {
  insert(row: CheckRow): void
  update(row: CheckRow): void
  get(id: CheckId): CheckRow | undefined
  /** The newest first. */
  list(filter: Omit<CheckFilter, 'state'>): CheckRow[]
  /** Those that have no outcome. */
  open(): CheckRow[]
  /** Ended checks whose output is on disk, the newest first. */
  kept(): { id: CheckId; bytes: number }[]
  setPruned(id: CheckId): void
}

const columns = [
  'id',
  'task',
  'taskKey',
  'team',
  'folder',
  'repository',
  'level',
  'base',
  'change',
  'at',
  'outcome',
  'words',
  'failure',
  'manual',
  'budgetMs',
  'steps',
  'leader',
  'madeBy',
  'tickedBy',
  'createdAt',
  'endedAt',
  'isPruned',
] as const

export function createCheckRows(sql: Sql): CheckRows {
  const select = `SELECT ${columns.join(', ')} FROM checks`
  const insert = sql.prepare(
    `INSERT INTO checks (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  )
  const [, ...changing] = columns
  const update = sql.prepare(
    `UPDATE checks SET ${changing.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
  )
  const byId = sql.prepare<StoredCheck>(`${select} WHERE id = ?`)
  const open = sql.prepare<StoredCheck>(`${select} WHERE outcome IS NULL ORDER BY id`)
  const list = sql.prepare<StoredCheck>(
    `${select} WHERE (? IS NULL OR task = ?) AND (? IS NULL OR team = ?) AND (? IS NULL OR id < ?)
     ORDER BY id DESC LIMIT ?`,
  )
  const kept = sql.prepare<{ id: CheckId; bytes: number }>(
    `SELECT id, (SELECT coalesce(sum(json_extract(value, '$.keptBytes')), 0) FROM json_each(steps)) AS bytes
     FROM checks WHERE outcome IS NOT NULL AND isPruned = 0 ORDER BY id DESC`,
  )
  const setPruned = sql.prepare('UPDATE checks SET isPruned = 1 WHERE id = ?')
  return {
    insert: (row) => void insert.run(...columns.map((name) => valueOf(row, name))),
    update: (row) => void update.run(...changing.map((name) => valueOf(row, name)), row.id),
    get(id) {
      const stored = byId.get(id)
      return stored && parse(stored)
    },
    list: ({ limit, task, team, before }) =>
      list.all(...[task, team, before].flatMap((one) => [one ?? null, one ?? null]), limit).map(parse),
    open: () => open.all().map(parse),
    kept: () => kept.all(),
    setPruned: (id) => void setPruned.run(id),
  }
}

function valueOf(row: CheckRow, name: (typeof columns)[number]): string | number | null {
  return name === 'steps' ? JSON.stringify(row.steps) : row[name]
}

function parse({ steps, ...rest }: StoredCheck): CheckRow {
  // Only `valueOf` makes this column.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...rest, steps: JSON.parse(steps) as StepRow[] }
}
