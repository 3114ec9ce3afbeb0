import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type JSX } from 'react'
import { useReading } from '../../data/reading.ts'
import { Fault } from '../../parts/fault.tsx'
import { Kbd } from '../../parts/kbd.tsx'
import { tasksReading } from './queries.ts'
import { TaskView } from './task-view.tsx'

/** A task beside the others; on a phone in their place. */
export function TaskSheet({ name, onClose }: { name: string; onClose: () => void }): JSX.Element {
  const { data, error } = useQuery(useReading(tasksReading).task(name))
  const close = useRef<HTMLButtonElement>(null)
  const isThere = data !== undefined
  // Whoever opens it goes on there by keys; closing it goes back by itself, because the graph keeps its place.
  useEffect(() => {
    if (isThere) close.current?.focus({ preventScroll: true })
  }, [isThere])
  return (
    <aside
      aria-label={`Task ${name}`}
      className="min-w-0 flex-1 overflow-y-auto border-line px-4 py-4 sm:px-6 lg:w-[27rem] lg:flex-none lg:border-l"
    >
      <div className="flex items-center justify-between gap-3 pb-3">
        <button ref={close} type="button" className="button" onClick={onClose}>
          Close <Kbd>Esc</Kbd>
        </button>
        <Link to="/tasks/$task" params={{ task: name }} className="link text-sm">
          Open its page
        </Link>
      </div>
      {error && <Fault error={error} />}
      {data ? <TaskView task={data} /> : !error && <p className="text-ink-3">Reading the task …</p>}
    </aside>
  )
}
