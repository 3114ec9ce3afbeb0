import { newId, type Task, type TaskCheck, type TaskFile } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import { about } from './about.ts'
import type { TasksContext } from './context.ts'
import { mayLink } from './edges.ts'
import { findTask } from './naming.ts'
import { projectAt } from './project-of.ts'
import type { EdgeRow, TaskRow } from './rows.ts'
import { toTask } from './views.ts'

/** A task that somebody makes. */
export interface NewTask {
  team: string
  title: string
  text: string
  priority: number
  phase?: string | undefined
  files: readonly TaskFile[]
  waitsFor: readonly string[]
  check?: TaskCheck | undefined
  /** It is an agent that makes it. */
  isByAgent?: boolean
}

/** Makes a task, and with the first of a project the project. */
export async function createTask(context: TasksContext, input: NewTask, by: string): Promise<Task> {
  const place = await context.place(input.team)
  const { log, rows, pictures } = context
  const row = log.write((append) => {
    const { slug } = projectAt(context.projectRows, place)
    const { title, text, priority, files } = input
    const made = insertTask(context, slug, {
      title,
      text,
      priority,
      files,
      isOptional: false,
      status: 'pending',
      file: null,
      phase: input.phase ?? null,
      check: input.check ?? null,
      checkBy: input.check && input.isByAgent ? by : null,
    })
    for (const name of input.waitsFor) waitFor(context, made, name)
    tellOfTask(append, made, by)
    return made
  })
  pictures.forget(row.project)
  return toTask(pictures.of(row.project), findTask(rows, row.id))
}

/** Stores a task under the next number of its project. */
export function insertTask(
  { rows, projectRows, clock }: TasksContext,
  project: string,
  task: Omit<TaskRow, 'id' | 'project' | 'number' | 'createdAt' | 'changedAt'>,
): TaskRow {
  const now = clock.now()
  const number = projectRows.nextNumber(project)
  const row: TaskRow = { ...task, id: newId('tsk', now), project, number, createdAt: now, changedAt: now }
  rows.insert(row)
  return row
}

export function tellOfTask(append: Append, row: TaskRow, by: string): void {
  const { project, title, file } = row
  append({
    type: 'task.created',
    data: { ...about(row, by), project, title, source: file?.source.path ?? null },
  })
}

function waitFor({ rows }: TasksContext, row: TaskRow, name: string): void {
  const other = findTask(rows, name)
  const edge: EdgeRow = { task: row.id, type: 'blocks', other: other.id, waivedBy: null }
  mayLink(rows, row, { edge, other })
  rows.putEdge(edge)
}
