import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { useReading } from '../../data/reading.ts'
import { AskLine } from '../../parts/ask-line.tsx'
import { asksReading } from '../inbox/queries.ts'

/** What Iris asked about something, and waits for. */
export function Asked({ about }: { about: string }): JSX.Element | null {
  const asks = useQuery(useReading(asksReading).asks).data?.asks ?? []
  const own = asks.filter(({ tags }) => tags.includes(about))
  if (own.length === 0) return null
  return (
    <ul aria-label="Questions" className="flex flex-col gap-2">
      {own.map((ask) => (
        <li key={ask.ask}>
          <AskLine ask={ask} />
        </li>
      ))}
    </ul>
  )
}
