import type { CallInput, CallOutput, Task, TaskStatus } from '../../contract/index.ts'
import type { TasksContext } from './context.ts'
import { basis } from './graph.ts'
import { findTask } from './naming.ts'
import { toTask, type Picture } from './views.ts'
import type { TaskRow } from './rows.ts'

/** Which tasks to list. */
export type TaskFilter = Omit<CallInput<'listTasks'>, 'limit'> & { limit: number; project?: string }

/** The tasks of one project, or of all, by project and number; and how many there are of each status. */
export async function listTasks(context: TasksContext, filter: TaskFilter): Promise<CallOutput<'listTasks'>> {
  const { projectRows, pictures, rows } = context
  const all = filter.team === undefined ? projectRows.all() : await projectOf(context, filter.team)
  const { project = null } = filter
  const seen = all
    .filter(({ slug }) => project === null || slug === project)
    .map(({ slug }) => pictures.of(slug))
  const after = filter.after === undefined ? undefined : findTask(rows, filter.after)
  const wanted = seen.flatMap((picture) =>
    chosen(picture, filter.status, after).map((row) => ({ picture, row })),
  )
  const slice = wanted.slice(0, filter.limit)
  const texts = filter.texts === 'none' ? { text: '' } : {}
  const tasks = slice.map(({ picture, row }) => ({ ...toTask(picture, row), ...texts }))
  const next = wanted.length > slice.length ? (tasks.at(-1)?.key ?? null) : null
  return { tasks, next, counts: countsOf(seen) }
}

/** A task by its key or its id; by its id without a question to the database, as a rule. */
export function taskOf({ rows, pictures }: Pick<TasksContext, 'rows' | 'pictures'>, name: string): Task {
  const known = pictures.find(name)
  if (known) return toTask(known.picture, known.row)
  const row = findTask(rows, name)
  return toTask(pictures.of(row.project), row)
}

/** All whose work a task builds on, in an order in which it can be put together. */
export function basisOf({ rows, pictures }: Pick<TasksContext, 'rows' | 'pictures'>, name: string): Task[] {
  const { id, project } = findTask(rows, name)
  const picture = pictures.of(project)
  return basis(picture.graph, id).flatMap((other) => {
    const row = picture.graph.rows.get(other)
    return row ? [toTask(picture, row)] : []
  })
}

async function projectOf({ projectRows, place }: TasksContext, team: string): Promise<{ slug: string }[]> {
  const { root } = await place(team)
  const project = projectRows.byRoot(root)
  return project ? [project] : []
}

function chosen(
  { graph, standings }: Picture,
  status: TaskStatus | undefined,
  after: TaskRow | undefined,
): TaskRow[] {
  return [...graph.rows.values()].filter(
    (row) =>
      (status === undefined || standings.get(row.id)?.status === status) &&
      (after === undefined || isBehind(row, after)),
  )
}

function isBehind(row: TaskRow, after: TaskRow): boolean {
  return row.project === after.project ? row.number > after.number : row.project > after.project
}

function countsOf(pictures: readonly Picture[]): Partial<Record<TaskStatus, number>> {
  const counts: Partial<Record<TaskStatus, number>> = {}
  for (const { standings } of pictures)
    for (const { status } of standings.values()) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
