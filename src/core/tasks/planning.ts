import { IrisError, type Task, type TaskCheck, type TaskFile } from '../../contract/index.ts'
import { about } from './about.ts'
import { changed, type Change } from './changing.ts'
import type { TasksContext } from './context.ts'
import type { TaskRow } from './rows.ts'
import { keyOf } from './views.ts'

/** What a task is to touch, and what proves it. */
export interface Declared {
  files: readonly TaskFile[]
  check?: TaskCheck | undefined
  /** Who does the work may not change what proves it. */
  isWorker: boolean
}

/** Says which files a task writes, and what proves it. */
export function declare(context: TasksContext, { name, by }: Change, declared: Declared): Task {
  return changed(context, name, (row, append) => {
    mayDeclare(row, declared)
    const { files, check = row.check } = declared
    const next = { ...row, files, check, checkBy: checkBy(row, declared, by) }
    context.rows.update({ ...next, changedAt: context.clock.now() })
    const data = { files: files.length, check: next.check !== null }
    append({ type: 'task.planned', data: { ...about(row, by), ...data } })
  })
}

/** Whose words the proof goes by; a person who says the same makes it a person's. */
function checkBy(row: TaskRow, { check, isWorker }: Declared, by: string): string | null {
  if (!check || (isWorker && row.check)) return row.checkBy
  return isWorker ? by : null
}

function mayDeclare(row: TaskRow, { check, isWorker }: Declared): void {
  if (!['pending', 'in_progress', 'deferred'].includes(row.status))
    throw new IrisError(
      'TASK_STATUS_REFUSED',
      `${keyOf(row)} is ${row.status}: what it writes is settled. It can be reopened.`,
    )
  if (isWorker && check && row.check && JSON.stringify(check) !== JSON.stringify(row.check))
    throw new IrisError('TASK_CHECK_SET', `What proves ${keyOf(row)} is settled already.`)
}
