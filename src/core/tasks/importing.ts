import { IrisError, type CallOutput, type StoredTaskStatus } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import { about } from './about.ts'
import { stopAttempt } from './attempt-ending.ts'
import type { TasksContext } from './context.ts'
import { insertTask, tellOfTask } from './creating.ts'
import { refuseCircles } from './edges.ts'
import { importTaskFile, type Diagnostic, type FileStatus, type FileTask } from './formats/index.ts'
import { projectAt, type Place } from './project-of.ts'
import type { EdgeRow, TaskRow } from './rows.ts'
import { keyOf } from './views.ts'

/** A task file of a team's project, as whoever has it read it. */
export interface FileOfTeam {
  team: string
  path: string
  text: string
}

type Imported = CallOutput<'importTasks'>

/** Adds the tasks of a file, or follows what changed in it; all or nothing. */
export async function importTasks(context: TasksContext, file: FileOfTeam, by: string): Promise<Imported> {
  return (await importerOf(context, file.team))(file, by)
}

/** Imports a file at once, so that it can be a part of another change. */
export type ImportFile = (file: Pick<FileOfTeam, 'path' | 'text'>, by: string) => Imported

/** Looks where a team works; after that its files are imported without waiting. */
export async function importerOf(context: TasksContext, team: string): Promise<ImportFile> {
  const place = await context.place(team)
  return (file, by) => takeFile(context, place, { file, by })
}

function takeFile(
  context: TasksContext,
  place: Place,
  { file, by }: { file: Pick<FileOfTeam, 'path' | 'text'>; by: string },
): Imported {
  const { format, tasks, diagnostics } = importTaskFile(file)
  const wrong = diagnostics.filter(({ severity }) => severity === 'error')
  if (format === undefined || wrong.length > 0) throw refused(file.path, wrong)
  const { log, pictures, projectRows } = context
  try {
    return log.write((append) => {
      const project = projectAt(projectRows, place).slug
      const taken = takeIn({ context, append, by, project }, file.path, tasks)
      return { format, ...taken, warnings: diagnostics.map(toMistake) }
    })
  } finally {
    const project = projectRows.byRoot(place.root)
    if (project) pictures.forget(project.slug)
  }
}

function refused(path: string, wrong: readonly Diagnostic[]): IrisError {
  const lines = wrong.slice(0, 20).map(({ line, message }) => `line ${line}: ${message}`)
  const more = wrong.length > lines.length ? [`and ${wrong.length - lines.length} more`] : []
  const details = { mistakes: wrong.map(toMistake) }
  return new IrisError('TASK_FILE_INVALID', [path, ...lines, ...more].join('\n'), { details })
}

function toMistake({ code, severity, line, message, task }: Diagnostic): Imported['warnings'][number] {
  return { code, line, message, isError: severity === 'error', ...(task === undefined ? {} : { task }) }
}

interface Importing {
  context: TasksContext
  append: Append
  by: string
  project: string
}

type Taken = Omit<Imported, 'format' | 'warnings'>

function takeIn(importing: Importing, path: string, tasks: readonly FileTask[]): Taken {
  const { context, project } = importing
  const known = new Map(context.rows.bySource(project, path).map((row) => [row.file?.id ?? '', row]))
  const added = tasks.filter(({ id }) => !known.has(id)).map((task) => add(importing, task))
  const all = new Map([...known.values(), ...added].map((row) => [row.file?.id ?? '', row]))
  const changed = tasks.flatMap((task) => {
    const row = known.get(task.id)
    return row && follow(importing, row, task) ? [row] : []
  })
  for (const task of tasks) connect(context, all, { task, before: known.get(task.id)?.file ?? null })
  refuseCircles(context.rows, project)
  const named = new Set(tasks.map(({ id }) => id))
  const gone = [...known].filter(([id]) => !named.has(id)).map(([, row]) => row)
  return {
    added: added.map(keyOf),
    changed: changed.map(keyOf),
    unchanged: known.size - changed.length - gone.length,
    gone: gone.map(keyOf),
  }
}

function add({ context, append, by, project }: Importing, task: FileTask): TaskRow {
  const row = insertTask(context, project, {
    ...wordsOf(task),
    status: storedStatus(task.status),
    priority: priorityOf(task.priority),
    file: task,
  })
  tellOfTask(append, row, by)
  return row
}

/** What a task is by its file. */
function wordsOf(
  task: FileTask,
): Pick<TaskRow, 'title' | 'text' | 'phase' | 'isOptional' | 'files' | 'check' | 'checkBy'> {
  const { title, text, files, phase = null, isOptional = false, check = null } = task
  return { title, text, files, phase, isOptional, check, checkBy: null }
}

const unbegun: ReadonlySet<StoredTaskStatus> = new Set(['pending', 'deferred'])

/** Follows what changed in the file since it was last read; of a task that was begun only its mark. */
function follow({ context, append, by }: Importing, row: TaskRow, task: FileTask): boolean {
  const before = row.file
  if (!before || isSame({ ...before, source: task.source }, task)) return false
  const words = unbegun.has(row.status) ? wordsOf(task) : {}
  const status = statusAfter(row, before, task)
  const edges = unbegun.has(row.status) ? task.edges : before.edges
  context.rows.update({ ...row, ...words, status, file: { ...task, edges }, changedAt: context.clock.now() })
  const told = status === row.status ? {} : { status, was: row.status }
  append({ type: 'task.changed', data: { ...about(row, by), ...told, fromFile: true } })
  if (status !== row.status) stopAttempt(context, { row, by, to: status }, append)
  return true
}

/** The mark of a task that Iris is at work on says nothing new until somebody finishes it there. */
function statusAfter({ status }: TaskRow, before: FileTask, now: FileTask): StoredTaskStatus {
  if (storedStatus(before.status) === storedStatus(now.status)) return status
  const next = storedStatus(now.status)
  return status === 'in_progress' && next === 'pending' ? status : next
}

/** Puts the edges that a file adds to a task, and takes away those that it no longer has. */
function connect(
  { rows }: TasksContext,
  all: ReadonlyMap<string, TaskRow>,
  { task, before }: { task: FileTask; before: FileTask | null },
): void {
  const row = all.get(task.id)
  const now = row && rows.get(row.id)?.file?.edges
  if (!row || !now) return
  const were = before?.edges ?? []
  const edgeOf = ({ type, to }: FileTask['edges'][number]): Omit<EdgeRow, 'waivedBy'> => ({
    task: row.id,
    type,
    other: all.get(to)?.id ?? to,
  })
  for (const edge of were.filter((edge) => !holds(now, edge))) rows.removeEdge(edgeOf(edge))
  for (const edge of now.filter((edge) => !holds(were, edge)))
    rows.putEdge({ ...edgeOf(edge), waivedBy: null })
}

function holds(edges: FileTask['edges'], { type, to }: FileTask['edges'][number]): boolean {
  return edges.some((edge) => edge.type === type && edge.to === to)
}

/** What follows from other tasks is derived, and only an attempt is progress: a file that says so says no more than `pending`. */
function storedStatus(status: FileStatus): StoredTaskStatus {
  return status === 'ready' || status === 'blocked' || status === 'in_progress' ? 'pending' : status
}

const named: Readonly<Record<string, number>> = { critical: 0, urgent: 0, high: 1, medium: 2, low: 3 }

/** The priority that a file gives, in the numbers of Iris; what cannot be told is the usual one. */
function priorityOf(priority: FileTask['priority']): number {
  if (typeof priority === 'string') return named[priority.toLowerCase()] ?? 2
  return priority === undefined ? 2 : Math.max(0, Math.min(4, Math.round(priority)))
}

const isSame = (one: FileTask, other: FileTask): boolean => JSON.stringify(one) === JSON.stringify(other)
