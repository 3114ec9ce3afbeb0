import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { useReading } from '../../data/reading.ts'
import { asksReading } from './queries.ts'

/** How many asks are open, as it is known so far. */
export function useOpenAsks(): number {
  return useQuery(useReading(asksReading).asks).data?.open ?? 0
}

/** Their number beside the name of the inbox; nothing when nothing waits. */
export function OpenCount(): JSX.Element | null {
  const open = useOpenAsks()
  if (open === 0) return null
  return (
    <span className="ml-1.5 rounded-full bg-needs px-1.5 text-xs font-semibold text-paper">
      {open}
      <span className="sr-only"> open</span>
    </span>
  )
}
