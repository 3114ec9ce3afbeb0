import { useMutation } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { Task, TaskEdge } from '../../../../contract/plain.ts'
import { backWords, edgeWords } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'
import { AddEdge } from './add-edge.tsx'
import { Mark } from './mark.tsx'
import { TaskLink } from './task-link.tsx'
import { Section } from '../../parts/section.tsx'

/** What a task waits for and what waits for it, each with where it is. */
export function Edges({ task, all }: { task: Task; all: readonly Task[] }): JSX.Element {
  const others = new Map<string, Task>(all.map((other) => [other.task, other]))
  const back = all.flatMap((other) =>
    other.edges.flatMap(({ type, task: end }) => (end === task.task ? [{ type, other }] : [])),
  )
  return (
    <Section name="Edges">
      <ul className="divide-y divide-line text-sm">
        {task.edges.map((edge) => (
          <OwnEdge
            key={edge.type + edge.name}
            task={task}
            edge={edge}
            other={edge.task === null ? undefined : others.get(edge.task)}
          />
        ))}
        {back.map(({ type, other }) => (
          <li key={type + other.task} className="flex items-center gap-2 py-1">
            <Other name={other.key} other={other} />
            <span className="ml-auto shrink-0 text-ink-2">{backWords[type]}</span>
          </li>
        ))}
      </ul>
      {task.edges.length + back.length === 0 && (
        <p className="text-sm text-ink-2">It waits for nothing, and nothing waits for it.</p>
      )}
      <AddEdge task={task} all={all} />
    </Section>
  )
}

function Other({ name, other }: { name: string; other: Task | undefined }): JSX.Element {
  if (!other) return <span className="min-w-0 truncate">{name}, outside this project</span>
  return (
    <>
      <Mark status={other.status} />
      <TaskLink task={other} />
    </>
  )
}

function OwnEdge(props: { task: Task; edge: TaskEdge; other: Task | undefined }): JSX.Element {
  const { task, edge, other } = props
  const { client } = useWorld()
  const mayChange = useMayChange()
  const unlink = useMutation({
    mutationFn: () =>
      client.call('unlinkTask', { task: task.task, type: edge.type, other: edge.task ?? edge.name }),
  })
  const isHeld = edge.type === 'blocks' && edge.waivedBy === null && other?.status !== 'complete'
  return (
    <li className="py-1">
      <div className="flex flex-wrap items-center gap-2">
        <span className="shrink-0 text-ink-2">{edgeWords[edge.type]}</span>
        <span className="flex min-w-24 flex-1 items-center gap-2">
          <Other name={edge.name} other={other} />
        </span>
        {edge.waivedBy && <span className="text-ink-2">waived by {edge.waivedBy}</span>}
        {isHeld && <Waive task={task} name={edge.name} />}
        {edge.task && (
          <button
            type="button"
            className="link disabled:opacity-45"
            disabled={!mayChange || unlink.isPending}
            title={mayChange ? undefined : onlyLooks}
            aria-label={`Remove the edge to ${edge.name}`}
            onClick={() => unlink.mutate()}
          >
            Remove
          </button>
        )}
      </div>
      {unlink.error && <Fault error={unlink.error} />}
    </li>
  )
}

/** Asks once: an edge that was waived stays so. */
function Waive({ task, name }: { task: Task; name: string }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const [isAsking, setAsking] = useState(false)
  const waive = useMutation({
    mutationFn: () => client.call('waiveEdge', { task: task.task, other: name }),
    onSuccess: () => setAsking(false),
  })
  return (
    <>
      <button
        type="button"
        className="link disabled:opacity-45"
        disabled={!mayChange}
        title={mayChange ? undefined : onlyLooks}
        aria-label={`Waive ${name}`}
        onClick={() => setAsking(true)}
      >
        Waive
      </button>
      {isAsking && (
        <Confirm
          question={`Let ${task.key} go on without ${name}?`}
          yes="Waive"
          isPending={waive.isPending}
          error={waive.error}
          onYes={() => waive.mutate()}
          onClose={() => setAsking(false)}
        >
          It no longer waits for {name}, whatever becomes of that. The edge stays, marked as waived by you.
        </Confirm>
      )}
    </>
  )
}
