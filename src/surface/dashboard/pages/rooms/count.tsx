import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { useReading } from '../../data/reading.ts'
import { roomsReading } from './queries.ts'

/** How often you are mentioned in what you have not read; nothing when nobody called you. */
export function RoomsCount(): JSX.Element | null {
  const { data } = useQuery({ ...useReading(roomsReading).rooms, enabled: false })
  const mentions = (data?.channels ?? []).reduce(
    (sum, channel) => sum + (channel.archivedAt === null ? channel.mentions : 0),
    0,
  )
  if (mentions === 0) return null
  return (
    <span className="ml-1.5 rounded-full bg-needs px-1.5 text-xs font-semibold text-paper">
      {mentions}
      <span className="sr-only"> mentions</span>
    </span>
  )
}
