import { IrisError, type StoredTaskStatus, type Task, type TaskStatus } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import { about } from './about.ts'
import { stopAttempt } from './attempt-ending.ts'
import type { TasksContext } from './context.ts'
import { findTask } from './naming.ts'
import type { TaskRow } from './rows.ts'
import { keyOf, toTask } from './views.ts'

/** What somebody wants a task to be. */
export interface Wanted {
  to: StoredTaskStatus
  /** Where they believe it is. */
  from?: TaskStatus | undefined
  reason?: string | undefined
}

/** Who wants what to happen to which task. */
export interface Change {
  name: string
  by: string
}

const ended: readonly StoredTaskStatus[] = ['complete', 'skipped', 'cancelled']

/** What a person may make of a task, by what it is. */
const ways: Readonly<Record<StoredTaskStatus, readonly StoredTaskStatus[]>> = {
  pending: [...ended, 'deferred', 'failed'],
  in_progress: [...ended, 'deferred', 'failed', 'pending'],
  deferred: [...ended, 'pending'],
  failed: [...ended, 'pending'],
  complete: ['pending'],
  skipped: ['pending'],
  cancelled: ['pending'],
}

/** Makes a task what a person says it is. */
export function become(context: TasksContext, { name, by }: Change, wanted: Wanted): Task {
  return changed(context, name, (row, append) => {
    mayBecome(context, row, wanted)
    const { to, reason } = wanted
    context.rows.update({ ...row, status: to, changedAt: context.clock.now() })
    const data = { status: to, was: row.status, ...(reason ? { reason } : {}) }
    append({ type: 'task.changed', data: { ...about(row, by), ...data } })
    stopAttempt(context, { row, by, to }, append)
  })
}

/** Says how urgent a task is; nothing is recorded when it is so already. */
export function prioritize(context: TasksContext, { name, by }: Change, priority: number): Task {
  return changed(context, name, (row, append) => {
    if (row.priority === priority) return
    context.rows.update({ ...row, priority, changedAt: context.clock.now() })
    append({ type: 'task.changed', data: { ...about(row, by), priority } })
  })
}

/** Changes something about a task in one transaction, and shows what became of it. */
export function changed(
  { log, rows, pictures }: TasksContext,
  name: string,
  change: (row: TaskRow, append: Append) => void,
): Task {
  const { project, id } = findTask(rows, name)
  try {
    log.write((append) => {
      change(findTask(rows, id), append)
      // What reacts to it in this transaction sees it as it is now.
      pictures.forget(project)
    })
  } finally {
    pictures.forget(project)
  }
  return toTask(pictures.of(project), findTask(rows, id))
}

function mayBecome({ pictures }: TasksContext, row: TaskRow, { to, from }: Wanted): void {
  const { standings, graph } = pictures.of(row.project)
  const status = standings.get(row.id)?.status ?? row.status
  const key = keyOf(row)
  if (from !== undefined && from !== status)
    throw new IrisError('TASK_CHANGED', `${key} is ${words(status)}, no longer ${words(from)}.`)
  if (graph.children.has(row.id))
    throw new IrisError('TASK_STATUS_REFUSED', `${key} has parts: its status is what theirs are together.`)
  if (ways[row.status].includes(to)) return
  const possible = ways[row.status].map(words).join(', ')
  throw new IrisError('TASK_STATUS_REFUSED', `${key} is ${words(status)}. It can become: ${possible}.`)
}

const words = (status: TaskStatus): string => status.replaceAll('_', ' ')
