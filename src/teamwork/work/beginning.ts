import { IrisError, type Task } from '../../contract/index.ts'
import { contextDoor } from '../../core/rules/index.ts'
import { askAbout } from './asking.ts'
import { prepareBase } from './basing.ts'
import { putAway } from './clearing.ts'
import { callerOf, keyOf, roleOfWorkers, type WorkContext } from './context.ts'
import {
  againPrompt,
  goOnPrompt,
  noBackground,
  promptOf,
  type Prompt,
  type TaskBackground,
} from './prompt.ts'
import { fenceOf } from './returning.ts'
import type { BuildRow, WorkRow } from './rows.ts'

const maxFileChars = 40_000
const maxFiles = 20
const maxConventions = 12_000
const maxAbout = 500

/** The session of a task's agent, which is then its worker. */
export function enlist(
  { sessions, leases, rows, clock, tasks, usage, log }: WorkContext,
  build: BuildRow,
  row: WorkRow,
): void {
  const { key } = tasks.get(row.task)
  const caller = callerOf(key)
  const id = build.session ?? sessions.open(caller, build.team).id
  log.write(() => {
    const own = { kind: 'task', name: key } as const
    const agent = { kind: 'agent', name: roleOfWorkers } as const
    usage.countFor(id, [
      { kind: 'build', name: keyOf(build) },
      own,
      agent,
      { kind: 'team', name: build.team },
    ])
    usage.setLimit(own, { span: 'total', usd: build.limits.taskUsd, tokens: null })
    rows.setTask(row, { session: id, startedAt: row.startedAt ?? clock.now() })
  })
  leases.register(row.task, { name: caller, session: id })
}

/** All files the task plans to write; one that writes none needs no lease. */
export async function takeLease(context: WorkContext, row: WorkRow): Promise<void> {
  const { leases, rows, tasks, signal } = context
  if (row.session === null) return
  try {
    leases.register(row.task, { name: callerOf(tasks.get(row.task).key), session: row.session })
    const { fence } = await leases.take(row.task, { session: row.session, waitMs: 0, signal })
    rows.setTask(row, { fence })
  } catch (error) {
    if (!(error instanceof IrisError) || error.code !== 'LEASE_UNPLANNED') throw error
    rows.setTask(row, { fence: 0 })
  }
}

/** Its checkout, from where the build is now, with the work of all that it waits for. */
export async function makeWorktree(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { worktrees, rows, tasks } = context
  const based = await prepareBase(context, build, row)
  if (based.is === 'moved') return
  if (based.is === 'conflicting')
    return askAbout(context, build, { row, about: 'conflict', words: based.words })
  const tip = await context.tipOf(build)
  const made = await worktrees
    .make(row.task, { team: build.team, by: 'iris', from: tip })
    .catch(async (error: unknown) => {
      await giveBack(context, build, row)
      throw error
    })
  if (made.state !== 'ready')
    throw new IrisError(
      'BUILD_NOT_POSSIBLE',
      `The set-up of ${tasks.get(row.task).key} failed: ${made.setUp?.words ?? 'its worktree is not ready'}`,
    )
  rows.setTask(row, { folder: made.workFolder })
}

/** What could not be made whole does not stay in half: the next try makes it anew. */
async function giveBack(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  await putAway(context, build, { row, ...fenceOf(row) }).catch((error: unknown) => {
    context.logger.warn('a worktree that was not made whole is left', { task: row.task, err: error })
  })
}

/** A commit to return to, then the try. */
export async function begin(context: WorkContext, row: WorkRow): Promise<void> {
  const { worktrees, tasks, rows, log, clock } = context
  const by = 'iris'
  const checkpoint = await worktrees.checkpoint(row.task, { note: 'before the try', ...fenceOf(row), by })
  log.write(() => {
    const { attempt } = tasks.beginAttempt({ name: row.task, by }, { base: checkpoint.commit })
    rows.setTask(row, {
      attempt,
      checkpoint: checkpoint.checkpoint,
      turn: null,
      starts: 0,
      checking: null,
      triedAt: clock.now(),
      ...asItBegins,
      caughtUp: row.fence,
    })
  })
}

/** Nothing of what others did is on its way to it. */
const asItBegins = { stayed: null, taking: null, news: null, base: null }

/** Gives the agent its task, or, in a session that knows it, the error of the last try or what is new. */
export async function tell(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { tasks, rows, log, rulings, sessions } = context
  if (row.session === null || isSpent(context, build, row)) return
  const task = tasks.get(row.task)
  const { session } = row
  const isNew = row.turn === null
  const first = isNew && row.error === null ? await firstPrompt(context, build, { row, task }) : undefined
  const again = isNew && row.error !== null ? againPrompt(task, row.error) : undefined
  const message = withNews(row, first?.text ?? again)
  log.write((append) => {
    const turn = sessions.put({ session, message, author: 'user', fromSession: null })
    rows.setTask(row, { turn: turn.id, checking: null, news: null, ...(first && { lessons: first.lessons }) })
    const about = { build: build.id, key: keyOf(build), task: row.task, taskKey: task.key }
    const told = { attempt: row.attempt ?? 0, characters: message.length }
    const { lessons = [], cut = [] } = first ?? {}
    if (first) rulings.keep(contextDoor, { ...first.ruled, about: task.key })
    append({ type: 'work.told', session, turn: turn.id, data: { ...about, ...told, lessons, cut: [...cut] } })
  })
}

const withNews = ({ news }: WorkRow, message: string | undefined): string =>
  [message, news].filter((part) => typeof part === 'string').join('\n\n')

async function firstPrompt(
  context: WorkContext,
  build: BuildRow,
  { row, task }: { row: WorkRow; task: Task },
): Promise<Prompt & { lessons: string[] }> {
  const lessons = context.lessons.primeTasks([task]).get(task.task) ?? []
  const made = promptOf({
    task,
    branch: `task/${task.key}`,
    movedTo: build.session === null ? null : row.folder,
    lessons,
    conventions: await conventionsOf(context, row),
    files: await filesOf(context, row, task),
    guidance: row.guidance,
    command: build.command,
    about: await aboutOf(context, row),
    background: await backgroundOf(context, build, task),
  })
  if (!made)
    throw new IrisError('BUILD_NOT_POSSIBLE', `What ${task.key} asks for is too long for one prompt.`)
  return { ...made, lessons: lessons.map(({ lesson }) => lesson) }
}

/** Without it the task can be done all the same. */
async function backgroundOf(
  { tells, logger }: WorkContext,
  { team }: BuildRow,
  task: Task,
): Promise<TaskBackground> {
  try {
    return await tells({ team, task })
  } catch (error) {
    logger.warn('what is known of a task was not told', { task: task.key, err: error })
    return noBackground
  }
}

/** Whether a budget of the task's is spent; then a person is asked. */
function isSpent(context: WorkContext, build: BuildRow, row: WorkRow): boolean {
  const over = row.session === null ? undefined : context.usage.overScope(row.session)
  if (over === undefined) return false
  const { key } = context.tasks.get(row.task)
  askAbout(context, build, {
    row,
    about: 'budget',
    words: `${key} may not go on: ${over}. To try again gives the task as much again.`,
  })
  return true
}

/** What the whole is about: the beginning of the project's README. */
async function aboutOf({ projects }: WorkContext, { folder }: WorkRow): Promise<string> {
  const text = folder === null ? '' : await projects.read(folder, 'README.md').catch(() => '')
  return text.slice(0, maxAbout)
}

async function conventionsOf({ projects }: WorkContext, { folder }: WorkRow): Promise<string> {
  const text = folder === null ? '' : await projects.read(folder, 'CLAUDE.md').catch(() => '')
  return text.slice(0, maxConventions)
}

/** What the files that are to be changed hold; the agent reads for itself what is missing here. */
async function filesOf(
  { projects }: WorkContext,
  { folder }: WorkRow,
  task: Task,
): Promise<{ path: string; text: string }[]> {
  if (folder === null) return []
  const changed = task.files.filter(({ action }) => action === 'UPDATE').slice(0, maxFiles)
  const texts = await Promise.all(
    changed.map(async ({ path }) => ({ path, text: await projects.read(folder, path).catch(() => '') })),
  )
  return texts.filter(({ text }) => text !== '' && text.length <= maxFileChars)
}

/** The agent stopped in the middle of its turn: it goes on where it was. */
export function revive(context: WorkContext, build: BuildRow, row: WorkRow): void {
  const { rows, log, sessions, tasks } = context
  const { session } = row
  if (session === null || isSpent(context, build, row)) return
  log.write(() => {
    const message = withNews(row, goOnPrompt(tasks.get(row.task)))
    const turn = sessions.put({ session, message, author: 'user', fromSession: null })
    rows.setTask(row, { turn: turn.id, starts: row.starts + 1, news: null })
  })
}
