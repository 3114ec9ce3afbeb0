import type { CallOutput, Task } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import { become, prioritize, type Change, type Wanted } from './changing.ts'
import type { TasksContext } from './context.ts'
import { createTask, type NewTask } from './creating.ts'
import { link, unlink, waive, type NamedEdge } from './edges.ts'
import { exportTasks, markFile, type ExportFormat } from './exporting.ts'
import { importTasks, type FileOfTeam } from './importing.ts'
import { listTasks, type TaskFilter } from './listing.ts'
import { findTask } from './naming.ts'
import { planOf } from './plan.ts'
import { createPictures } from './pictures.ts'
import { placeOf, type ProjectDeps } from './project-of.ts'
import { createProjectRows } from './project-rows.ts'
import { createTaskRows } from './rows.ts'
import { toTask } from './views.ts'

/** Tasks: a graph per project that orders itself. */
export interface Tasks {
  list(filter: TaskFilter): Promise<CallOutput<'listTasks'>>
  get(name: string): Task
  create(task: NewTask, by: string): Promise<Task>
  import(file: FileOfTeam, by: string): Promise<CallOutput<'importTasks'>>
  export(team: string, format: ExportFormat): Promise<string>
  /** The text of a file with the marks of the tasks that came from it. */
  mark(file: FileOfTeam): Promise<CallOutput<'markTaskFile'>>
  plan(team: string): Promise<CallOutput<'orderTasks'>>
  become(change: Change, wanted: Wanted): Task
  prioritize(change: Change, priority: number): Task
  link(change: Change, edge: NamedEdge): Task
  unlink(change: Change, edge: NamedEdge): Task
  waive(change: Change, other: string): Task
}

export function createTasks(
  deps: { sql: Sql; log: EventLog; clock: Clock } & Omit<ProjectDeps, 'rows'>,
): Tasks {
  const { sql, log, clock } = deps
  const rows = createTaskRows(sql)
  const projectRows = createProjectRows(sql)
  const pictures = createPictures(rows)
  const place: TasksContext['place'] = (team) => placeOf({ ...deps, rows: projectRows }, team)
  const context: TasksContext = { log, clock, rows, projectRows, pictures, place }
  return {
    list: (filter) => listTasks(context, filter),
    get(name) {
      const row = findTask(rows, name)
      return toTask(pictures.of(row.project), row)
    },
    create: (task, by) => createTask(context, task, by),
    import: (file, by) => importTasks(context, file, by),
    export: (team, format) => exportTasks(context, team, format),
    mark: (file) => markFile(context, file),
    plan: (team) => planOf(context, team),
    become: (change, wanted) => become(context, change, wanted),
    prioritize: (change, priority) => prioritize(context, change, priority),
    link: (change, edge) => link(context, change, edge),
    unlink: (change, edge) => unlink(context, change, edge),
    waive: (change, other) => waive(context, change, other),
  }
}
