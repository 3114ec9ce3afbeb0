import { useMutation } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { StoredTaskStatus, Task } from '../../../../contract/plain.ts'
import { taskWords } from '../../../views/index.ts'
import type { Client } from '../../../../client/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Fault } from '../../parts/fault.tsx'

type To = Exclude<StoredTaskStatus, 'in_progress'>

const deeds: readonly { to: To; name: string; from: readonly Task['status'][] }[] = (() => {
  const open = ['ready', 'pending', 'blocked', 'in_progress', 'failed', 'deferred'] as const
  return [
    { to: 'complete', name: 'Done', from: open },
    { to: 'skipped', name: 'Skip', from: open },
    { to: 'deferred', name: 'Defer', from: open.filter((one) => one !== 'failed' && one !== 'deferred') },
    { to: 'cancelled', name: 'Cancel', from: open },
    {
      to: 'pending',
      name: 'Reopen',
      from: ['complete', 'skipped', 'cancelled', 'failed', 'deferred'],
    },
  ]
})()

/** What somebody may make of a task; each can be taken back, except where somebody is at work on it. */
export function Actions({ task, all }: { task: Task; all: readonly Task[] }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const [asking, setAsking] = useState<To>()
  const [undo, setUndo] = useState<Undo>()
  const act = useMutation({
    mutationFn: (to: To) => client.call('changeTask', { task: task.task, to, from: task.status }),
    onSuccess: (_, to) => {
      setAsking(undefined)
      setUndo(task.status === 'in_progress' ? undefined : { is: to, was: storedOf(task.status) })
    },
  })
  const back = useMutation({
    mutationFn: (wanted: Undo) => takeBack(client, task, wanted),
    onSuccess: () => setUndo(undefined),
  })
  const isParent = all.some(({ edges }) =>
    edges.some((edge) => edge.type === 'parent' && edge.task === task.task),
  )
  const refusal = mayChange ? (isParent ? 'Its parts decide what it is.' : undefined) : onlyLooks
  const press = (to: To): void => (task.status === 'in_progress' ? setAsking(to) : act.mutate(to))
  return (
    <div className="flex flex-wrap items-center gap-2">
      {deeds
        .filter(({ from }) => from.includes(task.status))
        .map(({ to, name }) => (
          <button
            key={to}
            type="button"
            className={`button ${to === 'cancelled' ? 'button-danger' : ''}`}
            disabled={refusal !== undefined || act.isPending}
            aria-describedby={refusal ? 'why-not' : undefined}
            onClick={() => press(to)}
          >
            {name}
          </button>
        ))}
      {refusal && (
        <span id="why-not" className="text-sm text-ink-2">
          {refusal}
        </span>
      )}
      <Undoing undo={undo} isPending={back.isPending} onUndo={back.mutate} />
      {act.error && asking === undefined && <Fault error={act.error} className="basis-full" />}
      {back.error && <Fault error={back.error} className="basis-full" />}
      {asking && (
        <Confirm
          question={`Make ${task.key} ${taskWords[asking]} although somebody works on it?`}
          yes={`Make it ${taskWords[asking]}`}
          isPending={act.isPending}
          error={act.error}
          onYes={() => act.mutate(asking)}
          onClose={() => setAsking(undefined)}
        >
          That cannot be taken back: to be worked on again it has to be handed out anew.
        </Confirm>
      )}
    </div>
  )
}

/** Says what became of it, with the way back. */
function Undoing(props: {
  undo: Undo | undefined
  isPending: boolean
  onUndo: (undo: Undo) => void
}): JSX.Element {
  const { undo, isPending, onUndo } = props
  return (
    <p role="status" className="text-sm text-ink-2">
      {undo && (
        <>
          It is {undo.is === 'pending' ? 'open again' : taskWords[undo.is]}.{' '}
          <button type="button" className="link" disabled={isPending} onClick={() => onUndo(undo)}>
            Undo
          </button>
        </>
      )}
    </p>
  )
}

interface Undo {
  is: To
  was: To
}

function storedOf(status: Task['status']): To {
  return status === 'ready' || status === 'blocked' || status === 'in_progress' ? 'pending' : status
}

/** A finished task is first open again, then what it was. */
async function takeBack(client: Client, task: Task, { is, was }: Undo): Promise<void> {
  if (is !== 'pending') await client.call('changeTask', { task: task.task, to: 'pending', from: is })
  if (was !== 'pending') await client.call('changeTask', { task: task.task, to: was })
}
