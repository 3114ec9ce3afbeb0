import {
  IrisError,
  type AttemptEnding,
  type StoredTaskStatus,
  type Task,
  type TaskAttempt,
} from '../../contract/index.ts'
import { about } from './about.ts'
import { closeAttempt } from './attempt-ending.ts'
import { changed, type Change } from './changing.ts'
import type { TasksContext } from './context.ts'
import type { TaskRow } from './rows.ts'
import { keyOf } from './views.ts'

/** How a try ended, and what becomes of its task. */
export interface AttemptEnd {
  /** The try that ends: one that has ended already, or was followed by another, is refused. */
  number: number
  how: AttemptEnding
  to: Exclude<StoredTaskStatus, 'in_progress'>
  failure?: string | undefined
  costUsd?: number | undefined
  /** The id of the result of its check; without one nothing passes. */
  check?: string | undefined
}

/** Begins a try of a task that is ready. Only so does a task get in progress. */
export function beginAttempt(
  context: TasksContext,
  { name, by }: Change,
  { base }: { base: string | null },
): { task: Task; attempt: number } {
  let attempt = 0
  const task = changed(context, name, (row, append) => {
    const status = context.pictures.of(row.project).standings.get(row.id)?.status ?? row.status
    if (status !== 'ready')
      throw new IrisError('TASK_CHANGED', `${keyOf(row)} is ${status.replaceAll('_', ' ')}, not ready.`)
    const now = context.clock.now()
    attempt = context.attemptRows.insert(row.id, { by, base, startedAt: now })
    context.rows.update({ ...row, status: 'in_progress', changedAt: now })
    append({ type: 'task.started', data: { ...about(row, by), attempt, base } })
  })
  return { task, attempt }
}

/** Ends the try that runs, and says what becomes of its task. */
export function endAttempt(context: TasksContext, { name, by }: Change, end: AttemptEnd): Task {
  if (end.how === 'passed' ? end.to !== 'complete' || !end.check : end.to === 'complete')
    throw new Error('a task is complete when a check says so, and only then')
  return changed(context, name, (row, append) => {
    const open = openAttempt(context, row, end.number)
    const { how, failure = null, costUsd = null, check = null, to } = end
    context.rows.update({ ...row, status: to, changedAt: context.clock.now() })
    const ended = { how, failure, costUsd, check }
    closeAttempt(context, { row, open, by, to, ended }, append)
  })
}

function openAttempt({ attemptRows }: TasksContext, row: TaskRow, number: number): TaskAttempt {
  const open = attemptRows.open(row.id)
  if (row.status === 'in_progress' && open?.number === number) return open
  const now = open ? `now at attempt ${open.number}` : row.status.replaceAll('_', ' ')
  throw new IrisError('TASK_CHANGED', `Attempt ${number} of ${keyOf(row)} is over: the task is ${now}.`)
}
