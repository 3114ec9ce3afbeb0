import type { EdgeType, Task, TaskStatus } from '../../contract/plain.ts'
import type { Tone } from './runs.ts'

/** Where a task is, in words. */
export const taskWords: Readonly<Record<TaskStatus, string>> = {
  in_progress: 'in progress',
  ready: 'ready',
  blocked: 'blocked',
  pending: 'pending',
  failed: 'failed',
  deferred: 'deferred',
  complete: 'done',
  skipped: 'skipped',
  cancelled: 'cancelled',
}

/** The same as one sign, for a terminal. */
export const taskSigns: Readonly<Record<TaskStatus, string>> = {
  in_progress: '◐',
  ready: '○',
  blocked: '■',
  pending: '·',
  failed: '✗',
  deferred: '‖',
  complete: '✓',
  skipped: '»',
  cancelled: '⊘',
}

/** What matters now comes first. */
export const taskStatuses: readonly TaskStatus[] = [
  'in_progress',
  'ready',
  'blocked',
  'failed',
  'pending',
  'deferred',
  'complete',
  'skipped',
  'cancelled',
]

const tones: Readonly<Partial<Record<TaskStatus, Tone>>> = {
  in_progress: 'work',
  blocked: 'bad',
  failed: 'bad',
  complete: 'good',
}

export function toneOfTask(status: TaskStatus): Tone {
  return tones[status] ?? 'quiet'
}

/** What an edge means, read from the task that has it. */
export const edgeWords: Readonly<Record<EdgeType, string>> = {
  blocks: 'waits for',
  on_failure_of: 'runs if it fails',
  parent: 'part of',
  link: 'see also',
}

/** The same, read from the other task. */
export const backWords: Readonly<Record<EdgeType, string>> = {
  blocks: 'waits for this',
  on_failure_of: 'runs if this fails',
  parent: 'part of this',
  link: 'see also',
}

/** How urgent each priority is, in a word. */
export const priorityWords = ['most urgent', 'urgent', 'usual', 'low', 'some day'] as const

/** True when nothing is left to do for it. */
export function isFinished({ status }: Pick<Task, 'status'>): boolean {
  return status === 'complete' || status === 'skipped' || status === 'cancelled'
}

/** How many tasks there are of each status. */
export function countTasks(tasks: readonly Pick<Task, 'status'>[]): Map<TaskStatus, number> {
  const counts = new Map<TaskStatus, number>()
  for (const { status } of tasks) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

/** `4 ready, 1 in progress, 12 done`: what there is, what matters first. */
export function taskCountWords(counts: ReadonlyMap<TaskStatus, number>): string {
  return taskStatuses
    .filter((status) => counts.has(status))
    .map((status) => `${counts.get(status) ?? 0} ${taskWords[status]}`)
    .join(', ')
}
