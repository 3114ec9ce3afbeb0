import type { EventData } from '../../contract/index.ts'
import type { TaskRow } from './rows.ts'
import { keyOf } from './views.ts'

/** What every event about a task says. */
export const about = (row: TaskRow, by: string): Pick<EventData<'task.changed'>, 'task' | 'key' | 'by'> => ({
  task: row.id,
  key: keyOf(row),
  by,
})
