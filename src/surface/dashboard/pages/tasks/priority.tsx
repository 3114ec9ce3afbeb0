import { useMutation } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Task } from '../../../../contract/plain.ts'
import { priorityWords } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Fault } from '../../parts/fault.tsx'

/** How urgent a task is, to be changed at once. */
export function Priority({ task, isBrief = false }: { task: Task; isBrief?: boolean }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const change = useMutation({
    mutationFn: (priority: number) => client.call('prioritizeTask', { task: task.task, priority }),
  })
  const value = change.isPending ? change.variables : task.priority
  return (
    <>
      <select
        aria-label={`Priority of ${task.key}`}
        title={mayChange ? 'Priority: 0 is the most urgent' : onlyLooks}
        className={
          isBrief
            ? 'h-6 rounded-sm border border-transparent bg-transparent text-xs text-ink-2 hover:border-line-2'
            : 'field h-7 text-sm'
        }
        value={value}
        disabled={!mayChange}
        onChange={(event) => change.mutate(Number(event.target.value))}
      >
        {priorityWords.map((words, priority) => (
          <option key={words} value={priority}>
            {isBrief ? `P${priority}` : `${priority}, ${words}`}
          </option>
        ))}
      </select>
      {change.error && <Fault error={change.error} className="basis-full" />}
    </>
  )
}
