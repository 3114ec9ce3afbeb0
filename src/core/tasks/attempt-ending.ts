import type { AttemptEnding, StoredTaskStatus, TaskAttempt } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import { about } from './about.ts'
import type { EndedAttempt } from './attempt-rows.ts'
import type { TasksContext } from './context.ts'
import type { TaskRow } from './rows.ts'

/** Ends the try that runs, if one does, because somebody made its task something else. */
export function stopAttempt(
  context: TasksContext,
  { row, by, to }: { row: TaskRow; by: string; to: StoredTaskStatus },
  append: Append,
): void {
  const open = context.attemptRows.open(row.id)
  if (!open) return
  const ended = { how: 'stopped', failure: null, costUsd: null, check: null } as const
  closeAttempt(context, { row, open, by, to, ended }, append)
}

/** Ends a try that runs; its task is changed by whoever ends it. */
export function closeAttempt(
  { attemptRows, clock }: TasksContext,
  of: {
    row: TaskRow
    open: TaskAttempt
    by: string
    to: StoredTaskStatus
    ended: EndedAttempt & { how: AttemptEnding }
  },
  append: Append,
): void {
  const { row, open, by, to, ended } = of
  attemptRows.end(row.id, open.number, { ...ended, endedAt: clock.now() })
  const { how, failure, check } = ended
  append({
    type: 'task.ended',
    data: { ...about(row, by), attempt: open.number, how, status: to, failure, check },
  })
}
