import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, type JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { drawTasks, edgesOf } from '../../../views/index.ts'
import { sizes } from './sizes.ts'
import { Status } from './status.tsx'

const rowHeight = 30

/** The same tasks in the same order as the graph has them, as lines. */
export function List(props: {
  tasks: readonly Task[]
  open: string | undefined
  onOpen: (task: Task) => void
}): JSX.Element {
  const { tasks, open, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  const ordered = useMemo(() => inOrder(tasks), [tasks])
  const waiting = useMemo(() => waitersOf(tasks), [tasks])
  const rows = useVirtualizer({
    count: ordered.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  return (
    <div
      ref={box}
      className="min-h-80 flex-1 overflow-y-auto border-t border-line"
      // A list that scrolls must be reachable by the keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Tasks as a list"
    >
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const task = ordered[index]
          return (
            task && (
              <li
                key={key}
                aria-setsize={ordered.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 border-b border-line"
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                <Row
                  task={task}
                  waiters={waiting.get(task.task) ?? 0}
                  isOpen={task.key === open}
                  onOpen={() => onOpen(task)}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function Row(props: { task: Task; waiters: number; isOpen: boolean; onOpen: () => void }): JSX.Element {
  const { task, waiters, isOpen, onOpen } = props
  return (
    <button
      type="button"
      aria-current={isOpen}
      className="grid size-full grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 text-left text-sm hover:bg-sunk aria-[current=true]:bg-accent-soft sm:grid-cols-[6.5rem_7rem_minmax(0,2fr)_minmax(0,1fr)_7rem] sm:px-6"
      onClick={onOpen}
    >
      <span className="sm:order-2">
        <Status status={task.status} />
      </span>
      <span className="truncate sm:order-3">
        <span className="text-ink-2 sm:hidden">{task.key} </span>
        {task.title}
      </span>
      <span className="hidden truncate text-ink-2 sm:order-1 sm:block">{task.key}</span>
      <span className="hidden truncate text-ink-2 sm:order-4 sm:block">{task.why}</span>
      <span className="text-right text-xs text-ink-2 sm:order-5">
        {waiters > 0 && `${waiters} ${waiters === 1 ? 'waits' : 'wait'} for it`}
      </span>
    </button>
  )
}

/** As the graph is read; what is not drawn there comes after. */
function inOrder(tasks: readonly Task[]): Task[] {
  const { layout, tasks: drawn } = drawTasks(tasks, sizes)
  const first = layout.nodes.flatMap(({ id }) => drawn.get(id) ?? [])
  return [...first, ...tasks.filter(({ task }) => !drawn.has(task))]
}

/** How many tasks wait for each. */
function waitersOf(tasks: readonly Task[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { from, type } of edgesOf(tasks))
    if (type === 'blocks') counts.set(from, (counts.get(from) ?? 0) + 1)
  return counts
}
