import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import type { Origin } from '../../../../contract/plain.ts'
import { originWords } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { Section } from '../../parts/section.tsx'
import { knowledgeReading } from './queries.ts'

/** What was learned last week, when something was. */
export function LastWeek(): JSX.Element | null {
  const { data } = useQuery(useReading(knowledgeReading).weeks)
  const [week] = data?.weeks ?? []
  if (!week) return null
  return (
    <p className="mt-1 text-ink-2">
      Until {new Date(week.until).toLocaleDateString()}: {week.text}
    </p>
  )
}

/** Specs and ideas after the fact. */
export function Origins(): JSX.Element | null {
  const { data } = useQuery(useReading(knowledgeReading).origins)
  if (!data || data.origins.length === 0) return null
  return (
    <Section name="Specs and ideas">
      <ul className="divide-y divide-line text-sm">
        {data.origins.map((origin) => (
          <li key={origin.key} className="py-2 [overflow-wrap:anywhere]">
            <details>
              <summary>
                {origin.key} {origin.title} <span className="text-ink-2">{originWords(origin)}</span>
              </summary>
              <Notes origin={origin} />
            </details>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What a build came from. */
export function CameFrom({ build }: { build: string }): JSX.Element | null {
  const { data } = useQuery(useReading(knowledgeReading).origin(build))
  const origin = data?.origin
  if (!origin) return null
  return (
    <Section name="Where it came from">
      <p className="py-2">
        {origin.key} {origin.title}: {originWords(origin)}.
      </p>
      <Notes origin={origin} />
    </Section>
  )
}

function Notes({ origin: { open, changed, failed } }: { origin: Origin }): JSX.Element {
  const notes = [
    ...open.map((note) => ({ ...note, kind: 'open' })),
    ...changed.map((note) => ({ ...note, kind: 'changed later' })),
    ...failed.map((note) => ({ ...note, kind: 'failed because of it' })),
  ]
  return (
    <ul className="text-sm">
      {notes.map(({ what, words, kind }) => (
        <li key={`${kind} ${what} ${words}`} className="py-1 [overflow-wrap:anywhere]">
          <span className="text-ink-2">{kind}</span> {what}
          <p className="text-ink-2">{words}</p>
        </li>
      ))}
    </ul>
  )
}
