import { Link, useLocation } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import type { TasksSearch } from './search.ts'

/** Another task; it opens where this one is open. */
export function TaskLink({ task }: { task: Pick<Task, 'key' | 'title'> }): JSX.Element {
  const { pathname } = useLocation()
  const words = (
    <>
      <span className="text-ink-2">{task.key}</span> {task.title}
    </>
  )
  const look = 'min-w-0 truncate hover:underline'
  return pathname === '/tasks' ? (
    <Link
      to="/tasks"
      search={(before: TasksSearch) => ({ ...before, task: task.key })}
      className={look}
      title={task.title}
    >
      {words}
    </Link>
  ) : (
    <Link to="/tasks/$task" params={{ task: task.key }} className={look} title={task.title}>
      {words}
    </Link>
  )
}
