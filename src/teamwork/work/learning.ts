import { oneLine, type Task } from '../../contract/index.ts'
import type { NewLesson } from '../../core/knowledge/index.ts'
import { judgeFailure } from '../../core/rules/index.ts'
import { callerOf, type WorkContext } from './context.ts'
import type { WorkRow } from './rows.ts'

const maxText = 400
/** What is nobody's mistake is no lesson; after a conflict the agent speaks of the merge. */
const notLearnedFrom = new Set(['NETWORK', 'TIMEOUT', 'RESOURCE', 'ENVIRONMENT', 'CONFLICT', 'UNKNOWN'])

/** The lessons that the agent of a task was given, after its work passed at once. */
export function notePassed({ lessons, rows, tasks }: WorkContext, row: WorkRow): void {
  if (row.lessons.length === 0 || row.failures > 0) return
  const { project } = tasks.get(row.task)
  const failedBefore = rows.failedTasks(project).flatMap((task) => (task === row.task ? [] : tasks.get(task)))
  lessons.tried({ given: row.lessons, came: { to: 'passed', failedBefore } })
}

/** The same after a failure; one that comes twice in a row is noted once. */
export function noteFailed({ lessons }: WorkContext, row: WorkRow, failure: string): void {
  if (row.lastClass !== failure) lessons.tried({ given: row.lessons, came: { to: 'failed', failure } })
}

/** Where it holds: for files like the first that the task plans to write. */
function scopeOf({ files: [file] }: Task): Pick<NewLesson, 'glob' | 'action'> {
  return file ? { glob: globOf(file.path), action: file.action } : {}
}

/** A task failed and was mended: what its agent says was wrong is offered as a lesson, which a person confirms. */
export function offerLesson(context: WorkContext, row: WorkRow): void {
  const { sessions } = context
  if (row.session === null || !isLearnedFrom(row)) return
  const text = oneLine(sessions.lastTurn(row.session)?.answer ?? '', maxText)
  offer(context, row, { text, came: 'and then passed' })
}

/** A task failed for good: what its check named as the cause is offered, so that it is not lost with the task. */
export function offerFailure(context: WorkContext, row: WorkRow): void {
  if (row.error === null || !isLearnedFrom(row)) return
  const [, command = ''] = /^\$ (.*)$/m.exec(row.error) ?? []
  const run = { tool: '', command, exitCode: 1, signal: null, timedOut: false, stdout: row.error, stderr: '' }
  const { evidence } = judgeFailure({ ...run, attempts: 1 })
  offer(context, row, {
    text: oneLine(`This was not mended: ${evidence}`, maxText),
    came: 'and was given up',
  })
}

const isLearnedFrom = ({ failures, lastClass }: WorkRow): boolean =>
  failures > 0 && !notLearnedFrom.has(lastClass ?? 'UNKNOWN')

function offer(context: WorkContext, row: WorkRow, { text, came }: { text: string; came: string }): void {
  const { lessons, tasks, logger } = context
  if (text === '') return
  const task = tasks.get(row.task)
  const { session, failures, lastClass } = row
  const times = failures === 1 ? 'once' : `${failures} times`
  const by = { name: callerOf(task.key), kind: 'agent' as const, task: row.task, ...(session && { session }) }
  try {
    lessons.record({
      project: task.project,
      kind: 'gotcha',
      text,
      ...scopeOf(task),
      evidence: `${task.key} failed ${times} (${lastClass ?? ''}) ${came}.`,
      failure: lastClass ?? undefined,
      isConfirmed: false,
      by,
    })
  } catch (error) {
    // Too many that nobody confirmed, or a path that is no pattern: the task has ended all the same.
    logger.info('a lesson was not kept', { task: task.key, err: error })
  }
}

/** The files of one folder with one ending. */
function globOf(path: string): string {
  const ending = /\.[A-Za-z0-9]+$/.exec(path)?.[0] ?? ''
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  return ending === '' ? path : `${folder}*${ending}`
}
