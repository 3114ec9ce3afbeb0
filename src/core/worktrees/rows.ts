import type { Checkpoint, CheckpointId, Rescue, SavedAttempt, SetUp, TaskId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

interface StoredWorktree {
  task: TaskId
  key: string
  project: string
  /** Where its repository keeps its history. */
  root: string
  /** The team it was made for. */
  team: string
  folder: string
  /** Where in the repository the team works; empty at its top. */
  prefix: string
  /** What git keeps of it; null until git knows it. */
  gitDir: string | null
  branch: string
  base: string
  /** `making` until its files are there. Whether the folder is there is looked up. */
  state: 'making' | 'unready' | 'ready'
  setUp: string | null
  warnings: string
  rescue: string | null
  madeAt: number
}

/** A worktree as it is stored. */
export interface WorktreeRow extends Omit<StoredWorktree, 'setUp' | 'warnings' | 'rescue'> {
  setUp: SetUp | null
  warnings: readonly string[]
  rescue: Rescue | null
}

/** Something that was begun: what to look at after a crash. */
export type Intent = { task: TaskId; by: string; at: number } & Plan

/** What is to be done. */
export type Plan =
  | { deed: 'rescue'; plan: { reason: string } }
  | { deed: 'checkpoint'; plan: { checkpoint: CheckpointId; note: string } }
  | { deed: 'return'; plan: { checkpoint: CheckpointId; fence?: number | undefined } }
  | {
      deed: 'remove'
      plan: {
        saved: 'none' | 'merged' | 'pushed' | 'rescued'
        keptOn?: string | undefined
        fence?: number | undefined
      }
    }

/** What was set aside, with its task. */
type AttemptRow = SavedAttempt & { task: TaskId }

/** The stored worktrees, checkpoints, what was set aside, and intents. */
export interface WorktreeRows {
  get(task: TaskId): WorktreeRow | undefined
  all(): WorktreeRow[]
  put(row: WorktreeRow): void
  remove(task: TaskId): void
  intents(): Intent[]
  intentOf(task: TaskId): Intent | undefined
  putIntent(intent: Intent): void
  removeIntent(task: TaskId): void
  checkpoints(task: TaskId): Checkpoint[]
  putCheckpoint(row: Checkpoint): void
  attempts(task: TaskId): SavedAttempt[]
  putAttempt(row: AttemptRow): void
}

const columns =
  'task, key, project, root, team, folder, prefix, gitDir, branch, base, state, setUp, warnings, rescue, madeAt'

export function createWorktreeRows(sql: Sql): WorktreeRows {
  const one = sql.prepare<StoredWorktree>(`SELECT ${columns} FROM worktree WHERE task = ?`)
  const all = sql.prepare<StoredWorktree>(`SELECT ${columns} FROM worktree ORDER BY project, madeAt, task`)
  const put = sql.prepare(
    `INSERT OR REPLACE INTO worktree (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = sql.prepare('DELETE FROM worktree WHERE task = ?')
  return {
    get: (task) => toRow(one.get(task)),
    all: () => all.all().map(parse),
    put: (row) => void put.run(...valuesOf(row)),
    remove: (task) => void remove.run(task),
    ...intentRows(sql),
    ...checkpointRows(sql),
  }
}

function valuesOf(row: WorktreeRow): (string | number | null)[] {
  const { task, key, project, root, team, folder, prefix, gitDir, branch, base, state, madeAt } = row
  const place = [task, key, project, root, team, folder, prefix, gitDir, branch, base, state]
  return [...place, jsonOf(row.setUp), JSON.stringify(row.warnings), jsonOf(row.rescue), madeAt]
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

const toRow = (stored: StoredWorktree | undefined): WorktreeRow | undefined => stored && parse(stored)

function parse({ setUp, warnings, rescue, ...rest }: StoredWorktree): WorktreeRow {
  // Only `valuesOf` makes these columns.
  // oxlint-disable typescript/no-unsafe-type-assertion
  return {
    ...rest,
    setUp: setUp === null ? null : (JSON.parse(setUp) as SetUp),
    warnings: JSON.parse(warnings) as string[],
    rescue: rescue === null ? null : (JSON.parse(rescue) as Rescue),
  }
  // oxlint-enable typescript/no-unsafe-type-assertion
}

type StoredIntent = Omit<Intent, 'plan'> & { plan: string }

function intentRows(sql: Sql): Pick<WorktreeRows, 'intents' | 'intentOf' | 'putIntent' | 'removeIntent'> {
  const select = 'SELECT task, deed, plan, by, at FROM worktree_intent'
  const all = sql.prepare<StoredIntent>(`${select} ORDER BY at, task`)
  const one = sql.prepare<StoredIntent>(`${select} WHERE task = ?`)
  const put = sql.prepare(
    'INSERT OR REPLACE INTO worktree_intent (task, deed, plan, by, at) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = sql.prepare('DELETE FROM worktree_intent WHERE task = ?')
  // Only `putIntent` makes these.
  const read = (stored: StoredIntent): Intent => ({ ...stored, plan: JSON.parse(stored.plan) })
  return {
    intents: () => all.all().map(read),
    intentOf(task) {
      const found = one.get(task)
      return found && read(found)
    },
    putIntent: ({ task, deed, plan, by, at }) => void put.run(task, deed, JSON.stringify(plan), by, at),
    removeIntent: (task) => void remove.run(task),
  }
}

function checkpointRows(
  sql: Sql,
): Pick<WorktreeRows, 'checkpoints' | 'putCheckpoint' | 'attempts' | 'putAttempt'> {
  const checkpoints = sql.prepare<Checkpoint>(
    'SELECT checkpoint, task, "commit", note, at, by FROM checkpoint WHERE task = ? ORDER BY checkpoint',
  )
  const put = sql.prepare(
    'INSERT OR REPLACE INTO checkpoint (checkpoint, task, "commit", note, at, by) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const attempts = sql.prepare<SavedAttempt>(
    'SELECT number, checkpoint, "commit", ref, patch, at FROM worktree_attempt WHERE task = ? ORDER BY number',
  )
  const putAttempt = sql.prepare(
    'INSERT INTO worktree_attempt (task, number, checkpoint, "commit", ref, patch, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return {
    checkpoints: (task) => checkpoints.all(task),
    putCheckpoint: ({ checkpoint, task, commit, note, at, by }) =>
      void put.run(checkpoint, task, commit, note, at, by),
    attempts: (task) => attempts.all(task),
    putAttempt: ({ task, number, checkpoint, commit, ref, patch, at }) =>
      void putAttempt.run(task, number, checkpoint, commit, ref, patch, at),
  }
}
