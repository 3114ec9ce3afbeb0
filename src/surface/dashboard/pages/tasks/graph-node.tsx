import { memo, type JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { isFinished, taskWords, toneOfTask, type Tone } from '../../../views/index.ts'
import type { Detail } from './camera.ts'
import { Mark } from './mark.tsx'
import { sizes } from './sizes.ts'

const edges: Readonly<Record<Tone, string>> = {
  work: 'border-l-accent',
  needs: 'border-l-needs',
  good: 'border-l-good',
  bad: 'border-l-bad',
  quiet: 'border-l-line-2',
}

/** One task in the graph. */
export const GraphNode = memo(function GraphNode(props: {
  task: Task
  x: number
  y: number
  isCurrent: boolean
  detail: Detail
}): JSX.Element {
  const { task, x, y, isCurrent, detail } = props
  const edge = task.status === 'ready' ? 'border-l-ink' : edges[toneOfTask(task.status)]
  return (
    <div
      id={task.task}
      role="option"
      aria-selected={isCurrent}
      data-task={task.task}
      className={`absolute top-0 left-0 flex cursor-pointer overflow-hidden rounded-sm border border-l-[3px] ${edge} ${isFinished(task) ? 'bg-paper' : 'bg-raised'} ${isCurrent ? 'border-accent outline-2 outline-accent' : 'border-y-line-2 border-r-line-2 hover:border-y-ink-3 hover:border-r-ink-3'}`}
      style={{ width: sizes.width, height: sizes.height, transform: `translate(${x}px, ${y}px)` }}
    >
      <span className="sr-only">{nameOf(task)}</span>
      <Words task={task} detail={detail} />
    </div>
  )
})

function Words({ task, detail }: { task: Task; detail: Detail }): JSX.Element {
  const { status, key, title, priority } = task
  if (detail === 'mark')
    return (
      <span aria-hidden="true" className="flex size-full items-center justify-center">
        <Mark status={status} size={34} />
      </span>
    )
  if (detail === 'key')
    return (
      <span aria-hidden="true" className="flex size-full items-center gap-3 truncate px-3 text-2xl">
        <Mark status={status} size={24} />
        {key}
      </span>
    )
  return (
    <span aria-hidden="true" className="flex min-w-0 flex-1 flex-col justify-center px-2">
      <span className="flex items-center gap-1.5 text-xs text-ink-2">
        <Mark status={status} />
        <span className="truncate">{key}</span>
        {priority !== usual && <span className="ml-auto shrink-0 text-ink-2">priority {priority}</span>}
      </span>
      <span className={`truncate text-sm ${isFinished(task) ? 'text-ink-2' : ''}`}>{title}</span>
    </span>
  )
}

const usual = 2

/** What is read out: the same as is seen. */
function nameOf({ key, title, status, priority, why }: Task): string {
  const parts = [`${key}, ${title}`, taskWords[status], why, priority === usual ? '' : `priority ${priority}`]
  return parts.filter(Boolean).join(', ')
}
