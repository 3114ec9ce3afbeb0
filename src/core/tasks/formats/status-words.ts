import { fileStatuses, type FileStatus } from './task.ts'

const others: Readonly<Record<string, FileStatus>> = {
  todo: 'pending',
  open: 'pending',
  not_started: 'pending',
  doing: 'in_progress',
  review: 'in_progress',
  in_review: 'in_progress',
  done: 'complete',
  completed: 'complete',
  closed: 'complete',
  canceled: 'cancelled',
}

/** The status that a word of Iris, or a usual other word for it, means. */
export function statusOf(word: string): FileStatus | undefined {
  const plain = word.trim().toLowerCase().replaceAll(/[\s-]/g, '_')
  return (
    fileStatuses.find((status) => status === plain) ??
    (Object.hasOwn(others, plain) ? others[plain] : undefined)
  )
}
