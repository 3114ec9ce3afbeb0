import type { Caller, CallOutput, Task, TaskAttempt, TaskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import { createAttemptRows } from './attempt-rows.ts'
import { beginAttempt, endAttempt, type AttemptEnd } from './attempts.ts'
import { become, prioritize, type Change, type Wanted } from './changing.ts'
import type { TasksContext } from './context.ts'
import { createTask, type NewTask } from './creating.ts'
import { link, unlink, waive, type NamedEdge } from './edges.ts'
import { exportTasks, markFile, type ExportFormat } from './exporting.ts'
import { importerOf, importTasks, type FileOfTeam, type ImportFile } from './importing.ts'
import { basisOf, listTasks, taskOf, type TaskFilter } from './listing.ts'
import { findTask } from './naming.ts'
import { planOf } from './plan.ts'
import { declare, type Declared } from './planning.ts'
import { createPictures } from './pictures.ts'
import { folderKey, placeOf, projectAt, type ProjectDeps } from './project-of.ts'
import { createProjectRows, type ProjectRow } from './project-rows.ts'
import { createTaskRows } from './rows.ts'
import { keyOf } from './views.ts'
import { maySee, mayTouch } from './worker.ts'

/** Tasks: a graph per project that orders itself. */
export interface Tasks {
  list(filter: TaskFilter): Promise<CallOutput<'listTasks'>>
  get(name: string): Task
  /** Every project: where its history is, and the folders of teams in it. */
  projects(): { slug: string; root: string; folders: string[] }[]
  /** The slug of the project a team works in; undefined when nothing was ever recorded there. */
  projectOf(team: string): Promise<string | undefined>
  /** The same as last seen, without a look. */
  projectSeen(team: string): string | undefined
  /** The project with this slug. */
  project(slug: string): ProjectRow | undefined
  create(task: NewTask, by: string): Promise<Task>
  import(file: FileOfTeam, by: string): Promise<CallOutput<'importTasks'>>
  /** Looks where a team works; what it returns imports a file as a part of a change that is under way. */
  importer(team: string): Promise<ImportFile>
  /** The keys of the tasks that came from a file, in the order of their numbers. */
  ofFile(project: string, path: string): string[]
  export(team: string, format: ExportFormat): Promise<string>
  /** The text of a file with the marks of the tasks that came from it. */
  mark(file: FileOfTeam): Promise<CallOutput<'markTaskFile'>>
  /** The project a team works in; it is made when it is none yet. */
  makeProject(team: string): Promise<string>
  plan(team: string): Promise<CallOutput<'orderTasks'>>
  /** All whose work a task builds on, at first hand or through others; each comes after those it builds on itself. */
  basis(name: string): Task[]
  become(change: Change, wanted: Wanted): Task
  prioritize(change: Change, priority: number): Task
  link(change: Change, edge: NamedEdge): Task
  unlink(change: Change, edge: NamedEdge): Task
  waive(change: Change, other: string): Task
  /** Says which files a task writes, and what proves it. */
  declare(change: Change, declared: Declared): Task
  /** Begins a try of a task that is ready; one that is not, or no longer, is refused. */
  beginAttempt(change: Change, from: { base: string | null }): { task: Task; attempt: number }
  endAttempt(change: Change, end: AttemptEnd): Task
  attempts(name: string): TaskAttempt[]
  /** The task of a key or an id, for somebody who may touch it. */
  own(name: string, caller: Caller): TaskId
  /** The same, for somebody who only looks. */
  seen(name: string, caller: Caller): TaskId
  /** The teams whose folders are in the project of a task, as last seen. */
  teamsOf(task: Pick<Task, 'project'>): string[]
}

export function createTasks(
  deps: { sql: Sql; log: EventLog; clock: Clock } & Omit<ProjectDeps, 'rows'>,
): Tasks {
  const { sql, log, clock } = deps
  const rows = createTaskRows(sql)
  const projectRows = createProjectRows(sql)
  const pictures = createPictures(rows)
  const attemptRows = createAttemptRows(sql)
  const place: TasksContext['place'] = (team) => placeOf({ ...deps, rows: projectRows }, team)
  const context: TasksContext = { log, clock, rows, projectRows, attemptRows, pictures, place }
  return {
    list: (filter) => listTasks(context, filter),
    get: (name) => taskOf(context, name),
    projects: () => projectRows.all().map((row) => ({ ...row, folders: projectRows.foldersOf(row.slug) })),
    project: (slug) => projectRows.bySlug(slug),
    projectSeen(name) {
      const team = deps.teams().get(name)
      return team && projectRows.byFolder(folderKey(team))?.slug
    },
    create: (task, by) => createTask(context, task, by),
    import: (file, by) => importTasks(context, file, by),
    importer: (team) => importerOf(context, team),
    ofFile: (project, path) => rows.bySource(project, path).map(keyOf),
    export: (team, format) => exportTasks(context, team, format),
    mark: (file) => markFile(context, file),
    async makeProject(team) {
      const found = await place(team)
      return log.write(() => projectAt(projectRows, found).slug)
    },
    plan: (team) => planOf(context, team),
    basis: (name) => basisOf(context, name),
    become: (change, wanted) => become(context, change, wanted),
    prioritize: (change, priority) => prioritize(context, change, priority),
    link: (change, edge) => link(context, change, edge),
    unlink: (change, edge) => unlink(context, change, edge),
    waive: (change, other) => waive(context, change, other),
    declare: (change, declared) => declare(context, change, declared),
    beginAttempt: (change, from) => beginAttempt(context, change, from),
    endAttempt: (change, end) => endAttempt(context, change, end),
    attempts: (name) => attemptRows.of(findTask(rows, name).id),
    own(name, caller) {
      const row = findTask(rows, name)
      mayTouch(caller, row)
      return row.id
    },
    seen(name, caller) {
      const row = findTask(rows, name)
      maySee(caller, caller.task && rows.get(caller.task), row)
      return row.id
    },
    projectOf: async (team) => projectRows.byRoot((await place(team)).root)?.slug,
    teamsOf: ({ project }) =>
      [...deps.teams()].flatMap(([name, team]) =>
        projectRows.byFolder(folderKey(team))?.slug === project ? [name] : [],
      ),
  }
}
