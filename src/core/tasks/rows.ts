import type { EdgeType, TaskCheck, StoredTaskStatus, TaskFile, TaskId } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { FileTask } from './formats/index.ts'

interface StoredTask {
  id: TaskId
  project: string
  number: number
  title: string
  text: string
  status: StoredTaskStatus
  priority: number
  phase: string | null
  isOptional: number
  files: string
  checking: string | null
  checkBy: string | null
  source: string | null
  createdAt: number
  changedAt: number
}

/** A task as it is stored; its status follows from this and from other tasks. */
export interface TaskRow extends Omit<StoredTask, 'isOptional' | 'files' | 'checking' | 'source'> {
  isOptional: boolean
  files: readonly TaskFile[]
  /** What proves it; the column is called `checking`, because SQL has the word. */
  check: TaskCheck | null
  /** The agent that said what proves it; null for people and files. */
  checkBy: string | null
  /** What the file that it comes from said of it when it was last read. */
  file: FileTask | null
}

/** An edge as it is stored. `other` is the id of a task, or the name of one outside the project. */
export interface EdgeRow {
  task: TaskId
  type: EdgeType
  other: string
  waivedBy: string | null
}

/** The stored tasks and their edges. */
export interface TaskRows {
  insert(row: TaskRow): void
  update(row: TaskRow): void
  get(id: TaskId): TaskRow | undefined
  byNumber(project: string, number: number): TaskRow | undefined
  bySource(project: string, path: string): TaskRow[]
  ofProject(project: string): TaskRow[]
  edgesOf(project: string): EdgeRow[]
  /** Adds the edge, or says anew who waived it. */
  putEdge(edge: EdgeRow): void
  /** False when there was none. */
  removeEdge(edge: Omit<EdgeRow, 'waivedBy'>): boolean
  removeEdgesFrom(task: TaskId): void
}

export function createTaskRows(sql: Sql): TaskRows {
  const insert = sql.prepare(
    `INSERT INTO task (title, text, status, priority, phase, isOptional, files, checking, checkBy, source, sourcePath, sourceId, changedAt,
       createdAt, project, number, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = sql.prepare(
    `UPDATE task SET title = ?, text = ?, status = ?, priority = ?, phase = ?, isOptional = ?, files = ?, checking = ?, checkBy = ?, source = ?,
       sourcePath = ?, sourceId = ?, changedAt = ? WHERE id = ?`,
  )
  const select =
    'SELECT id, project, number, title, text, status, priority, phase, isOptional, files, checking, checkBy, source, createdAt, changedAt FROM task'
  const byId = sql.prepare<StoredTask>(`${select} WHERE id = ?`)
  const byNumber = sql.prepare<StoredTask>(`${select} WHERE project = ? AND number = ?`)
  const bySource = sql.prepare<StoredTask>(`${select} WHERE project = ? AND sourcePath = ? ORDER BY number`)
  const ofProject = sql.prepare<StoredTask>(`${select} WHERE project = ? ORDER BY number`)
  const edges = sql.prepare<EdgeRow>(
    `SELECT e.task, e.type, e.other, e.waivedBy FROM task_edge e JOIN task t ON t.id = e.task
     WHERE t.project = ? ORDER BY t.number, e.type, e.other`,
  )
  const putEdge = sql.prepare(
    'INSERT INTO task_edge (task, type, other, waivedBy) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET waivedBy = excluded.waivedBy',
  )
  const removeEdge = sql.prepare('DELETE FROM task_edge WHERE task = ? AND type = ? AND other = ?')
  const removeEdges = sql.prepare('DELETE FROM task_edge WHERE task = ?')
  return {
    insert: (row) => void insert.run(...valuesOf(row), row.createdAt, row.project, row.number, row.id),
    update: (row) => void update.run(...valuesOf(row), row.id),
    get: (id) => toRow(byId.get(id)),
    byNumber: (project, number) => toRow(byNumber.get(project, number)),
    bySource: (project, path) => bySource.all(project, path).map(parse),
    ofProject: (project) => ofProject.all(project).map(parse),
    edgesOf: (project) => edges.all(project),
    putEdge: ({ task, type, other, waivedBy }) => void putEdge.run(task, type, other, waivedBy),
    removeEdge: ({ task, type, other }) => removeEdge.run(task, type, other).changes > 0,
    removeEdgesFrom: (task) => void removeEdges.run(task),
  }
}

function valuesOf(row: TaskRow): (string | number | null)[] {
  const { title, text, status, priority, phase, isOptional, files, check, checkBy, file, changedAt } = row
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
  const source = [json(file), file?.source.path ?? null, file?.id ?? null]
  const stored = [JSON.stringify(files), json(check), checkBy, ...source]
  return [title, text, status, priority, phase, isOptional ? 1 : 0, ...stored, changedAt]
}

const toRow = (stored: StoredTask | undefined): TaskRow | undefined => stored && parse(stored)

function parse({ isOptional, files, checking, source, ...rest }: StoredTask): TaskRow {
  // Only `valuesOf` makes these columns.
  // oxlint-disable typescript/no-unsafe-type-assertion
  return {
    ...rest,
    isOptional: isOptional === 1,
    files: JSON.parse(files) as TaskFile[],
    check: checking === null ? null : (JSON.parse(checking) as TaskCheck),
    file: source === null ? null : (JSON.parse(source) as FileTask),
  }
  // oxlint-enable typescript/no-unsafe-type-assertion
}
