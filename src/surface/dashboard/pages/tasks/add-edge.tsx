import { useMutation } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { EdgeType, Task } from '../../../../contract/plain.ts'
import { edgeWords } from '../../../views/index.ts'
import { useWorld } from '../../data/context.ts'
import { onlyLooks, useMayChange } from '../../data/may-change.ts'
import { Fault } from '../../parts/fault.tsx'

const types = Object.entries(edgeWords).filter((entry): entry is [EdgeType, string] => entry[0] in edgeWords)

/** Lets a task wait for another. */
export function AddEdge({ task, all }: { task: Task; all: readonly Task[] }): JSX.Element {
  const { client } = useWorld()
  const mayChange = useMayChange()
  const [type, setType] = useState<EdgeType>('blocks')
  const [other, setOther] = useState('')
  const add = useMutation({
    mutationFn: () => client.call('linkTask', { task: task.task, type, other: other.trim() }),
    onSuccess: () => setOther(''),
  })
  return (
    <form
      className="mt-2 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <select
        aria-label="What the new edge means"
        className="field h-7 text-sm"
        value={type}
        disabled={!mayChange}
        onChange={(event) => setType(types.find(([name]) => name === event.target.value)?.[0] ?? 'blocks')}
      >
        {types.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <input
        aria-label="The other task"
        list="task-mates"
        placeholder="shop-7"
        className="field h-7 w-28 text-sm"
        value={other}
        disabled={!mayChange}
        onChange={(event) => setOther(event.target.value)}
      />
      <Mates task={task} all={all} />
      <button
        type="submit"
        className="button"
        title={mayChange ? undefined : onlyLooks}
        disabled={!mayChange || other.trim() === '' || add.isPending}
      >
        Add
      </button>
      {add.error && <Fault error={add.error} className="basis-full" />}
    </form>
  )
}

const maxMates = 500

/** Keys to choose from. */
function Mates({ task, all }: { task: Task; all: readonly Task[] }): JSX.Element {
  const mates = all.filter(({ project, task: id }) => project === task.project && id !== task.task)
  return (
    <datalist id="task-mates">
      {mates.slice(0, maxMates).map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </datalist>
  )
}
