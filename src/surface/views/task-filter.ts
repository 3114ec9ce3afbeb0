import type { Task, TaskStatus } from '../../contract/plain.ts'

/** What somebody wants to see of all tasks; what is not there asks for nothing. */
export interface TaskFilter {
  project?: string
  status?: readonly TaskStatus[]
  phase?: string
  words?: string
}

type Filtered = Pick<Task, 'key' | 'project' | 'status' | 'phase' | 'title' | 'files'>

/** The tasks that a filter lets through, without its choice of status; each word must be in the key, the title or a file. */
export function tasksLike<T extends Filtered>(tasks: readonly T[], filter: TaskFilter): T[] {
  const words = (filter.words ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return tasks.filter(
    (task) =>
      (filter.project === undefined || task.project === filter.project) &&
      (filter.phase === undefined || task.phase === filter.phase) &&
      words.every((word) => isAbout(task, word)),
  )
}

/** Those of some statuses; of all when none is named. */
export function tasksOf<T extends Filtered>(tasks: readonly T[], status: TaskFilter['status']): readonly T[] {
  return status === undefined || status.length === 0
    ? tasks
    : tasks.filter((task) => status.includes(task.status))
}

function isAbout({ key, title, files }: Filtered, word: string): boolean {
  return (
    key.includes(word) ||
    title.toLowerCase().includes(word) ||
    files.some(({ path }) => path.toLowerCase().includes(word))
  )
}

/** The most urgent first, then by number: the order in a column of the board. */
export function byPriority<T extends Pick<Task, 'priority' | 'project' | 'number'>>(
  tasks: readonly T[],
): T[] {
  return tasks.toSorted(
    (a, b) => a.priority - b.priority || a.project.localeCompare(b.project) || a.number - b.number,
  )
}
