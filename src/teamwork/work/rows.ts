import {
  BuildLimits,
  type AskId,
  type BuildId,
  type BuildOutcome,
  type CheckId,
  type CheckpointId,
  type PrimedCheck,
  type SessionId,
  type TaskId,
  type TeammateRole,
  type TurnId,
} from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'

interface StoredBuild {
  id: BuildId
  project: string
  number: number
  team: string
  base: string | null
  branch: string | null
  role: string
  parallel: number
  limits: string
  primed: string | null
  tried: string
  waves: string
  estimateUsd: number | null
  finalCheck: CheckId | null
  madeBy: string
  startedAt: number
  confirmedAt: number | null
  pausedAt: number | null
  pausedFor: string | null
  restedMs: number
  ground: string | null
  ask: AskId | null
  stopping: string | null
  waitingSince: number | null
  asked: string
  command: string | null
  partOf: BuildId | null
  session: SessionId | null
  endedAt: number | null
  outcome: BuildOutcome | null
  why: string | null
}

/** A check on its way to be primed; `passed` is null while it runs. */
export interface TriedCheck {
  command: string
  check: CheckId
  passed: boolean | null
}

/** A build as it is stored; where it is follows from it and from its tasks. */
export interface BuildRow extends Omit<
  StoredBuild,
  'limits' | 'primed' | 'tried' | 'waves' | 'role' | 'asked'
> {
  /** What its agents are, as it was when the build started. */
  role: TeammateRole
  limits: BuildLimits
  /** The checks that were tried on the base; null before that. */
  primed: readonly PrimedCheck[] | null
  /** Those of them that were tried so far or run now. */
  tried: readonly TriedCheck[]
  waves: readonly (readonly string[])[]
  /** The whole check, on the branch that has every task. */
  finalCheck: CheckId | null
  /** Since when nothing is begun, and why. */
  pausedAt: number | null
  pausedFor: string | null
  /** How long it was at rest before. */
  restedMs: number
  /** How the main checkout was when somebody last said that it is right. */
  ground: string | null
  /** A question about the whole build. */
  ask: AskId | null
  /** Why it is to end, from when that is decided. */
  stopping: string | null
  /** Since when nothing of it moves because of people. */
  waitingSince: number | null
  /** The questions that were asked about it, by their keys; each is asked once. */
  asked: readonly string[]
  /** What proves tasks that declare no check. */
  command: string | null
  /** The build that waits for it: it began where that was, and its work goes there. */
  partOf: BuildId | null
  /** Who works on its only task, with what is known from another; otherwise somebody new does. */
  session: SessionId | null
}

interface StoredWork {
  build: BuildId
  task: TaskId
  position: number
  session: SessionId | null
  folder: string | null
  fence: number | null
  attempt: number | null
  checkpoint: CheckpointId | null
  turn: TurnId | null
  starts: number
  checking: CheckId | null
  committed: string | null
  error: string | null
  guidance: string | null
  tries: number
  transient: number
  installed: string
  lastFailure: string | null
  laterFrom: number | null
  laterMs: number | null
  ask: AskId | null
  asked: string | null
  lessons: string
  installing: CheckId | null
  package: string | null
  failures: number
  lastClass: string | null
  looked: string | null
  incoming: string | null
  stayed: string | null
  caughtUp: number | null
  taking: string | null
  news: string | null
  base: string | null
  triedAt: number | null
  startedAt: number | null
  endedAt: number | null
  outcome: 'complete' | 'failed' | 'skipped' | null
  why: string | null
}

/** A task of a build as it is stored. */
export interface WorkRow extends Omit<StoredWork, 'installed' | 'lessons'> {
  /** Where in its worktree the agent works. */
  folder: string | null
  /** The try that runs, by its number among the task's. */
  attempt: number | null
  /** What the try began at. */
  checkpoint: CheckpointId | null
  /** How often the agent was started anew in this try. */
  starts: number
  /** What came of the task, once its check passed. */
  committed: string | null
  /** What the next try is told of the last one. */
  error: string | null
  guidance: string | null
  /** Tries that failed by a fault of their own. */
  tries: number
  /** Failures in a row that pass by themselves. */
  transient: number
  /** Packages that were installed for it. */
  installed: readonly string[]
  /** The check that installs a package for it now, and which. */
  installing: CheckId | null
  package: string | null
  /** How many of its checks failed in this build. */
  failures: number
  /** The class of the last of them. */
  lastClass: string | null
  /** After which turn or check the main checkout was compared last. */
  looked: string | null
  /** A branch that its agent was told to merge. */
  incoming: string | null
  /** After which turn or check its work could not be saved, so that it kept its files; empty before the first. */
  stayed: string | null
  /** The number of the lease under which its worktree has what others did to its files. */
  caughtUp: number | null
  /** The commit that is to be merged into its worktree. */
  taking: string | null
  /** What its agent is to be told with its next turn. */
  news: string | null
  /** What its change is compared with, since others' work was merged into its worktree; before that it is where its try began. */
  base: string | null
  /** The error and the change of the last failure, as a mark. */
  lastFailure: string | null
  /** What it waits for a person to say, and what that was about. */
  ask: AskId | null
  asked: string | null
  lessons: readonly string[]
  triedAt: number | null
}

/** The stored builds and their tasks. */
export interface WorkRows {
  insert(build: BuildRow, tasks: readonly TaskId[]): void
  /** The number the next build of a project has. */
  nextNumber(project: string): number
  get(id: BuildId): BuildRow | undefined
  byNumber(project: string, number: number): BuildRow | undefined
  open(): BuildRow[]
  list(filter: { team: string | null; isOpen: boolean; limit: number }): BuildRow[]
  set(id: BuildId, change: Partial<BuildRow>): void
  tasksOf(build: BuildId): WorkRow[]
  task(build: BuildId, task: TaskId): WorkRow | undefined
  /** The open build a task is in. */
  openWork(task: TaskId): WorkRow | undefined
  ofSession(session: SessionId): WorkRow | undefined
  /** What a task came to in the last build that completed it. */
  committed(task: TaskId): string | undefined
  /** Tasks of a project of which a check failed in some build, the last first. */
  failedTasks(project: string): TaskId[]
  /** Tasks of builds that have ended whose worktrees were not given back. */
  uncleared(): WorkRow[]
  setTask(of: Pick<WorkRow, 'build' | 'task'>, change: Partial<WorkRow>): void
}

const buildColumns = [
  'base',
  'branch',
  'primed',
  'tried',
  'finalCheck',
  'confirmedAt',
  'pausedAt',
  'pausedFor',
  'restedMs',
  'ground',
  'ask',
  'stopping',
  'waitingSince',
  'asked',
  'command',
  'partOf',
  'session',
  'endedAt',
  'outcome',
  'why',
] as const
const taskColumns = [
  'session',
  'folder',
  'fence',
  'attempt',
  'checkpoint',
  'turn',
  'starts',
  'checking',
  'committed',
  'error',
  'guidance',
  'tries',
  'transient',
  'installed',
  'lastFailure',
  'laterFrom',
  'laterMs',
  'ask',
  'asked',
  'lessons',
  'installing',
  'package',
  'failures',
  'lastClass',
  'looked',
  'incoming',
  'stayed',
  'caughtUp',
  'taking',
  'news',
  'base',
  'triedAt',
  'startedAt',
  'endedAt',
  'outcome',
  'why',
] as const

export function createWorkRows(sql: Sql): WorkRows {
  const {
    insertBuild,
    insertTask,
    last,
    byId,
    byNumber,
    open,
    newest,
    update,
    tasks,
    task,
    openTask,
    ofSession,
    committed,
    uncleared,
    failed,
    updateTask,
  } = prepareStatements(sql)
  return {
    insert(row, ids) {
      const { id, project, number, team, parallel, estimateUsd, madeBy, startedAt, confirmedAt } = row
      const [role, limits, waves] = [row.role, row.limits, row.waves].map((value) => JSON.stringify(value))
      const made = [estimateUsd, madeBy, startedAt, confirmedAt, row.command]
      insertBuild.run(id, project, number, team, role ?? '', parallel, limits ?? '', waves ?? '', ...made)
      for (const [position, one] of ids.entries()) insertTask.run(id, one, position)
    },
    nextNumber: (project) => (last.get(project)?.last ?? 0) + 1,
    get: (id) => parsed(byId.get(id), toBuild),
    byNumber: (project, number) => parsed(byNumber.get(project, number), toBuild),
    open: () => open.all().map(toBuild),
    list: ({ team, isOpen, limit }) => newest.all(team, team, isOpen ? 1 : 0, limit).map(toBuild),
    set(id, change) {
      const stored = byId.get(id)
      if (!stored) return
      const values = toStored({ ...toBuild(stored), ...change })
      update.run(...buildColumns.map((column) => values[column]), id)
    },
    tasksOf: (build) => tasks.all(build).map(toWork),
    task: (build, id) => parsed(task.get(build, id), toWork),
    openWork: (id) => parsed(openTask.get(id), toWork),
    ofSession: (session) => parsed(ofSession.get(session), toWork),
    committed: (id) => committed.get(id)?.committed,
    failedTasks: (project) => failed.all(project).map(({ task: id }) => id),
    uncleared: () => uncleared.all().map(toWork),
    setTask({ build, task: id }, change) {
      const stored = task.get(build, id)
      if (!stored) return
      const { installed, lessons, ...rest } = { ...toWork(stored), ...change }
      const values = { ...rest, installed: JSON.stringify(installed), lessons: JSON.stringify(lessons) }
      updateTask.run(...taskColumns.map((column) => values[column]), build, id)
    },
  }
}

// The statements are the type; writing it out again would only repeat the names.
function prepareStatements(sql: Sql) {
  const insertBuild = sql.prepare(
    `INSERT INTO build (id, project, number, team, role, parallel, limits, waves, estimateUsd, madeBy, startedAt, confirmedAt, command)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertTask = sql.prepare('INSERT INTO build_task (build, task, position) VALUES (?, ?, ?)')
  const last = sql.prepare<{ last: number | null }>('SELECT max(number) AS last FROM build WHERE project = ?')
  const byId = sql.prepare<StoredBuild>('SELECT * FROM build WHERE id = ?')
  const byNumber = sql.prepare<StoredBuild>('SELECT * FROM build WHERE project = ? AND number = ?')
  const open = sql.prepare<StoredBuild>('SELECT * FROM build WHERE endedAt IS NULL ORDER BY id')
  const newest = sql.prepare<StoredBuild>(
    'SELECT * FROM build WHERE (? IS NULL OR team = ?) AND (? = 0 OR endedAt IS NULL) ORDER BY id DESC LIMIT ?',
  )
  const update = sql.prepare(`UPDATE build SET ${assigned(buildColumns)} WHERE id = ?`)
  const tasks = sql.prepare<StoredWork>('SELECT * FROM build_task WHERE build = ? ORDER BY position')
  const task = sql.prepare<StoredWork>('SELECT * FROM build_task WHERE build = ? AND task = ?')
  const openTask = sql.prepare<StoredWork>('SELECT * FROM build_task WHERE task = ? AND endedAt IS NULL')
  const ofSession = sql.prepare<StoredWork>(
    'SELECT * FROM build_task WHERE session = ? ORDER BY build DESC LIMIT 1',
  )
  const committed = sql.prepare<{ committed: string }>(
    `SELECT committed FROM build_task WHERE task = ? AND outcome = 'complete' AND committed IS NOT NULL
     ORDER BY build DESC LIMIT 1`,
  )
  const uncleared = sql.prepare<StoredWork>(
    `SELECT build_task.* FROM build_task JOIN build ON build.id = build_task.build
     WHERE (folder IS NOT NULL OR fence IS NOT NULL) AND build.endedAt IS NOT NULL`,
  )
  const failed = sql.prepare<{ task: TaskId }>(
    `SELECT task FROM build_task JOIN build ON build.id = build_task.build
     WHERE failures > 0 AND project = ? GROUP BY task ORDER BY max(build) DESC LIMIT 200`,
  )
  const updateTask = sql.prepare(
    `UPDATE build_task SET ${assigned(taskColumns)} WHERE build = ? AND task = ?`,
  )
  return {
    insertBuild,
    insertTask,
    last,
    byId,
    byNumber,
    open,
    newest,
    update,
    tasks,
    task,
    openTask,
    ofSession,
    committed,
    uncleared,
    failed,
    updateTask,
  }
}

const assigned = (columns: readonly string[]): string => columns.map((column) => `${column} = ?`).join(', ')

function parsed<Stored, Row>(stored: Stored | undefined, to: (stored: Stored) => Row): Row | undefined {
  return stored && to(stored)
}

// Only `insert`, `set` and `setTask` write these columns.
// oxlint-disable typescript/no-unsafe-type-assertion
function toBuild({ role, limits, primed, tried, waves, asked, ...rest }: StoredBuild): BuildRow {
  return {
    ...rest,
    role: JSON.parse(role) as TeammateRole,
    limits: BuildLimits.parse(JSON.parse(limits)),
    asked: listIn(asked),
    tried: JSON.parse(tried) as TriedCheck[],
    primed: primed === null ? null : (JSON.parse(primed) as PrimedCheck[]),
    waves: JSON.parse(waves) as string[][],
  }
}

/** The columns of a build that change. */
function toStored({
  primed,
  tried,
  asked,
  ...rest
}: BuildRow): Pick<StoredBuild, (typeof buildColumns)[number]> {
  return {
    ...rest,
    primed: primed && JSON.stringify(primed),
    tried: JSON.stringify(tried),
    asked: JSON.stringify(asked),
  }
}

// The driver made the row for this one reader, so it is not copied: every look at a build reads all its tasks.
function toWork(stored: StoredWork): WorkRow {
  const lists = { installed: listIn(stored.installed), lessons: listIn(stored.lessons) }
  return Object.assign(stored, lists)
}

// As a rule there is nothing in it.
const listIn = (text: string): string[] => (text === '[]' ? [] : (JSON.parse(text) as string[]))
// oxlint-enable typescript/no-unsafe-type-assertion
