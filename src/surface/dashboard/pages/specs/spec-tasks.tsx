import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState, type JSX } from 'react'
import type { Task, WholeSpec } from '../../../../contract/plain.ts'
import { plannedTasks } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Section } from '../../parts/section.tsx'
import { Graph } from '../tasks/graph.tsx'
import { tasksReading } from '../tasks/queries.ts'

/** What is to be done in which order; once it is approved, how far each is. */
export function SpecTasks({ spec }: { spec: WholeSpec }): JSX.Element {
  const planned = useMemo(() => plannedTasks(spec), [spec])
  const { data } = useQuery(useReading(tasksReading).tasks)
  const real = useMemo(
    () => data?.tasks.filter(({ source }) => source?.path === spec.source) ?? [],
    [data, spec.source],
  )
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [open, setOpen] = useState<string>()
  const isReal = real.length > 0
  const chosen = isReal ? undefined : planned.find(({ key }) => key === open)
  const onOpen = ({ key }: Task): void =>
    isReal ? void navigate({ to: '/tasks/$task', params: { task: key } }) : setOpen(key)
  return (
    <Section name="Tasks">
      <div className="flex h-96 flex-col">
        <Graph tasks={isReal ? real : planned} open={chosen?.key} box={box} onOpen={onOpen} />
      </div>
      {chosen && <Planned task={chosen} gotchas={spec.gotchas[chosen.key] ?? []} />}
    </Section>
  )
}

function Planned({ task, gotchas }: { task: Task; gotchas: readonly string[] }): JSX.Element {
  const { key, title, text, files, check } = task
  const proof = check === null ? 'Nothing proves it yet.' : 'manual' in check ? check.manual : check.command
  return (
    <div role="status" className="flex flex-col gap-2 border-b border-line py-3 text-sm">
      <p className="font-medium">
        {key} {title}
      </p>
      {text !== '' && <p className="whitespace-pre-wrap text-ink-2">{text}</p>}
      <ul className="font-mono">
        {files.map(({ path, action }) => (
          <li key={`${action} ${path}`} className="wrap-anywhere">
            {action.toLowerCase()} {path}
          </li>
        ))}
      </ul>
      <p>
        Proof: <code className="font-mono wrap-anywhere">{proof}</code>
      </p>
      {gotchas.map((gotcha) => (
        <p key={gotcha} className="border-l-2 border-line-2 pl-2 text-ink-2">
          {gotcha}
        </p>
      ))}
    </div>
  )
}
