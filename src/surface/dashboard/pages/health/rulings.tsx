import { useQuery } from '@tanstack/react-query'
import { useState, type JSX } from 'react'
import type { CallOutput } from '../../../../contract/plain.ts'
import { useReading } from '../../data/reading.ts'
import { Age } from '../../parts/age.tsx'
import { Section } from '../../parts/section.tsx'
import { coordinatorReading } from './queries.ts'

type Line = CallOutput<'listRulings'>['rulings'][number]

/** What rules decided last; each opens to what went in and what came out. */
export function Rulings(): JSX.Element {
  const found = useQuery(useReading(coordinatorReading).rulings).data?.rulings ?? []
  return (
    <Section name="Rulings">
      {found.length === 0 && <p className="text-sm text-ink-2">No rule has decided anything yet.</p>}
      <ul className="divide-y divide-line text-sm">
        {found.map((line) => (
          <RulingLine key={line.ruling} line={line} />
        ))}
      </ul>
    </Section>
  )
}

function RulingLine({ line }: { line: Line }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const { rule, about, at, ruling } = line
  return (
    <li className="py-1.5">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer">
          <span className="font-medium">{rule}</span>{' '}
          <span className="break-words text-ink-2">about {about}</span>{' '}
          <span className="text-xs text-ink-3">
            <Age at={at} />
          </span>
        </summary>
        {isOpen && <Whole ruling={ruling} />}
      </details>
    </li>
  )
}

function Whole({ ruling }: Pick<Line, 'ruling'>): JSX.Element {
  const { data } = useQuery(useReading(coordinatorReading).ruling(ruling))
  if (!data) return <p className="text-ink-2">Loading …</p>
  return (
    <dl className="mt-1 grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-2 text-xs">
      <dt className="text-ink-3">in</dt>
      <dd className="font-mono break-words whitespace-pre-wrap">{shown(data.inputs)}</dd>
      <dt className="text-ink-3">out</dt>
      <dd className="font-mono break-words whitespace-pre-wrap">{shown(data.outcome)}</dd>
    </dl>
  )
}

const shown = (value: unknown): string =>
  value === null ? 'too long to keep' : JSON.stringify(value, null, 1)
