import { IrisError, type TaskId } from '../../contract/index.ts'
import type { TaskRow, TaskRows } from './rows.ts'

/** The task of an id or a key. */
export function findTask(rows: Pick<TaskRows, 'get' | 'byNumber'>, name: string): TaskRow {
  const [, project = '', number = ''] = /^(.+)-(\d+)$/.exec(name) ?? []
  const found = isId(name) ? rows.get(name) : rows.byNumber(project, Number(number))
  if (!found) throw new IrisError('TASK_UNKNOWN', `There is no task ${name}.`)
  return found
}

const isId = (name: string): name is TaskId => name.startsWith('tsk_')
