import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useMemo, useRef, type JSX, type KeyboardEvent } from 'react'
import type { Task, TaskStatus } from '../../../../contract/plain.ts'
import { byPriority, taskStatuses, taskWords } from '../../../views/index.ts'
import { Mark } from './mark.tsx'
import { Priority } from './priority.tsx'

/** Columns that stand there also when they are empty. */
const always: readonly TaskStatus[] = ['in_progress', 'ready', 'blocked', 'pending', 'complete']

interface BoardProps {
  tasks: readonly Task[]
  open: string | undefined
  onOpen: (task: Task) => void
}

/** The tasks by status, the most urgent first. */
export function Board({ tasks, open, onOpen }: BoardProps): JSX.Element {
  const columns = useMemo(() => columnsOf(tasks), [tasks])
  return (
    // Arrows only move the focus between buttons, which are what is pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className="flex min-h-80 flex-1 snap-x scroll-px-4 gap-4 overflow-x-auto border-t border-line px-4 pt-3 sm:scroll-px-6 sm:px-6"
      // Columns that do not fit are reached by the keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Board"
      onKeyDown={moveFocus}
    >
      {columns.map(({ status, tasks: own }) => (
        <Column key={status} status={status} tasks={own} open={open} onOpen={onOpen} />
      ))}
    </div>
  )
}

function columnsOf(tasks: readonly Task[]): { status: TaskStatus; tasks: readonly Task[] }[] {
  const by = new Map<TaskStatus, Task[]>()
  for (const task of byPriority(tasks)) {
    const own = by.get(task.status)
    if (own) own.push(task)
    else by.set(task.status, [task])
  }
  return taskStatuses
    .filter((status) => by.has(status) || always.includes(status))
    .map((status) => ({ status, tasks: by.get(status) ?? [] }))
}

const cardHeight = 76

const Column = memo(function Column(props: BoardProps & { status: TaskStatus }): JSX.Element {
  const { status, tasks, open, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => box.current,
    estimateSize: () => cardHeight,
    getItemKey: (place) => tasks[place]?.task ?? place,
    overscan: 6,
  })
  return (
    <section
      aria-label={`${taskWords[status]}, ${tasks.length}`}
      className="flex w-60 min-w-48 shrink-0 snap-start flex-col sm:min-w-44 sm:shrink sm:flex-1"
    >
      <h2 className="flex items-center gap-1.5 border-b border-line-2 pb-1.5 text-sm font-semibold">
        <Mark status={status} />
        {taskWords[status]}
        <span className="ml-auto font-normal text-ink-2">{tasks.length}</span>
      </h2>
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto">
        <ul className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, key }) => {
            const task = tasks[index]
            return (
              task && (
                <li
                  key={key}
                  aria-setsize={tasks.length}
                  aria-posinset={index + 1}
                  className="absolute inset-x-0 top-0"
                  style={{ height: cardHeight, transform: `translateY(${start}px)` }}
                >
                  <Card task={task} isOpen={task.key === open} onOpen={onOpen} />
                </li>
              )
            )
          })}
        </ul>
        {tasks.length === 0 && <p className="py-2 text-sm text-ink-3">None.</p>}
      </div>
    </section>
  )
})

const Card = memo(function Card(props: {
  task: Task
  isOpen: boolean
  onOpen: (task: Task) => void
}): JSX.Element {
  const { task, isOpen, onOpen } = props
  return (
    <div
      className={`flex h-full flex-col border-b border-line py-1.5 ${isOpen ? 'bg-accent-soft' : 'hover:bg-sunk'}`}
    >
      <div className="flex h-6 items-center gap-2 px-1 text-xs text-ink-2">
        <span className="truncate">{task.key}</span>
        {task.phase && <span className="truncate text-ink-3">{task.phase}</span>}
        <span className="ml-auto shrink-0">
          <Priority task={task} isBrief />
        </span>
      </div>
      <button
        type="button"
        data-card={task.status}
        aria-current={isOpen}
        aria-label={`${task.key}, ${task.title}`}
        title={task.why ?? undefined}
        className="line-clamp-2 min-h-0 px-1 text-left text-sm"
        onClick={() => onOpen(task)}
      >
        {task.title}
      </button>
    </div>
  )
})

/** Arrows go from card to card: up and down a column, left and right to the card at the same height. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || target.dataset['card'] === undefined) return
  const next = cardFrom(event.currentTarget, target, event.key)
  if (next === undefined) return
  event.preventDefault()
  next?.focus()
}

/** Undefined for a key that does not move, null where nothing is further. */
function cardFrom(board: HTMLElement, card: HTMLElement, key: string): HTMLElement | null | undefined {
  const columns = [...board.querySelectorAll('section')].map((column) => [
    ...column.querySelectorAll<HTMLElement>('[data-card]'),
  ])
  const at = columns.findIndex((cards) => cards.includes(card))
  const own = columns[at] ?? []
  const place = own.indexOf(card)
  switch (key) {
    case 'ArrowDown':
      return own[place + 1] ?? null
    case 'ArrowUp':
      return own[place - 1] ?? null
    case 'ArrowRight':
      return level(columns.slice(at + 1), card)
    case 'ArrowLeft':
      return level(columns.slice(0, at).toReversed(), card)
    default:
      return undefined
  }
}

/** The card of the next column that has any, at about the same height. */
function level(columns: readonly HTMLElement[][], card: HTMLElement): HTMLElement | null {
  const [next] = columns.filter((cards) => cards.length > 0)
  const top = (element: HTMLElement): number => element.getBoundingClientRect().top
  const far = (element: HTMLElement): number => Math.abs(top(element) - top(card))
  return next?.toSorted((a, b) => far(a) - far(b))[0] ?? null
}
