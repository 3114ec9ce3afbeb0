import type { Merge, MergeHow, MergeId, MergeState, TaskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

/** A move of a target from one commit to another: a merge, or one that undoes a merge. */
export interface MoveRow {
  id: MergeId
  kind: 'merge' | 'restore' | 'revert'
  /** The merge that it undoes. */
  ofMerge: MergeId | null
  task: TaskId
  key: string
  project: string
  how: MergeHow
  branch: string
  branchCommit: string
  target: string
  old: string
  new: string
  checkout: string | null
  /** The filters that git was let run in the checkout, parted by line breaks. */
  filters: string
  state: MergeState
  problem: string | null
  startedBy: string
  at: number
}

/** What every move has when it begins. */
export function begunNow(
  clock: Pick<Clock, 'now'>,
  { checkout, by }: { checkout: { folder: string | null; filters: readonly { name: string }[] }; by: string },
): Pick<MoveRow, 'checkout' | 'filters' | 'state' | 'problem' | 'startedBy' | 'at'> {
  const filters = checkout.filters.map(({ name }) => name).join('\n')
  return { checkout: checkout.folder, filters, state: 'begun', problem: null, startedBy: by, at: clock.now() }
}

/** Which merges are wanted. */
interface MergeFilter {
  project?: string | undefined
  task?: TaskId | undefined
  before?: MergeId | undefined
  limit: number
}

/** The stored merges and their undoing. */
export interface MergeRows {
  insert(row: MoveRow): void
  end(id: MergeId, state: MergeState, problem: string | null): void
  /** What was begun and is not ended. */
  unfinished(): MoveRow[]
  list(filter: MergeFilter): MoveRow[]
  /** The newest that was made of a task and not undone. */
  newest(task: TaskId): MoveRow | undefined
  undoingOf(merge: MergeId): MoveRow | undefined
  get(id: MergeId): MoveRow | undefined
}

const columns =
  'id, kind, ofMerge, task, key, project, how, branch, branchCommit, target, old, new, checkout, filters, state, problem, startedBy, at'

export function createMergeRows(sql: Sql): MergeRows {
  const insert = sql.prepare(
    `INSERT INTO merge (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const end = sql.prepare('UPDATE merge SET state = ?, problem = ? WHERE id = ?')
  const unfinished = sql.prepare<MoveRow>(
    `SELECT ${columns} FROM merge WHERE state IN ('begun', 'stuck') ORDER BY id`,
  )
  const list = sql.prepare<MoveRow>(
    `SELECT ${columns} FROM merge WHERE kind = 'merge' AND project = coalesce(?, project) AND task = coalesce(?, task)
       AND (? IS NULL OR id < ?) ORDER BY id DESC LIMIT ?`,
  )
  const newest = sql.prepare<MoveRow>(
    `SELECT ${columns} FROM merge m WHERE task = ? AND kind = 'merge' AND state = 'made' AND NOT EXISTS
       (SELECT 1 FROM merge u WHERE u.ofMerge = m.id AND u.state = 'made') ORDER BY id DESC LIMIT 1`,
  )
  const undoing = sql.prepare<MoveRow>(
    `SELECT ${columns} FROM merge WHERE ofMerge = ? AND state <> 'dropped' ORDER BY id DESC LIMIT 1`,
  )
  const get = sql.prepare<MoveRow>(`SELECT ${columns} FROM merge WHERE id = ?`)
  return {
    insert: (row) => void insert.run(...valuesOf(row)),
    end: (id, state, problem) => void end.run(state, problem, id),
    unfinished: () => unfinished.all(),
    list: ({ project, task, before, limit }) =>
      list.all(project ?? null, task ?? null, before ?? null, before ?? null, limit),
    newest: (task) => newest.get(task),
    undoingOf: (merge) => undoing.get(merge),
    get: (id) => get.get(id),
  }
}

function valuesOf(row: MoveRow): (string | number | null)[] {
  const { id, kind, ofMerge, task, key, project, how, branch, branchCommit } = row
  const { target, old, new: now, checkout, filters, state, problem, startedBy, at } = row
  const what = [id, kind, ofMerge, task, key, project, how, branch, branchCommit]
  return [...what, target, old, now, checkout, filters, state, problem, startedBy, at]
}

/** A merge as its readers see it. */
export function toMerge(rows: Pick<MergeRows, 'undoingOf'>, row: MoveRow): Merge {
  const { id, branchCommit, target, startedBy, ...rest } = row
  const undoing = rows.undoingOf(id)
  return {
    merge: id,
    task: rest.task,
    key: rest.key,
    project: rest.project,
    state: rest.state,
    how: rest.how,
    branch: rest.branch,
    commit: branchCommit,
    into: target,
    old: rest.old,
    new: rest.new,
    checkout: rest.checkout,
    problem: rest.problem,
    by: startedBy,
    at: rest.at,
    undone: undoing
      ? {
          how: undoing.kind === 'restore' ? 'restored' : 'reverted',
          state: undoing.state,
          new: undoing.new,
          problem: undoing.problem,
          by: undoing.startedBy,
          at: undoing.at,
        }
      : null,
  }
}
