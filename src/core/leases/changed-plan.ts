import type { Task } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { LeasesContext } from './context.ts'
import { writtenBy } from './files.ts'
import { settle } from './settling.ts'

/** Files that a task no longer plans to write are free; what it waits for may be less. */
export function planned(context: LeasesContext, task: Task, append: Append): void {
  const { rows } = context
  const isFreed = rows.keepFiles(task.task, writtenBy(task))
  if (isFreed || rows.wait(task.task)) settle(context, task.project, append)
}
