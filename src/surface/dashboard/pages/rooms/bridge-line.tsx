import { useQuery } from '@tanstack/react-query'
import type { JSX } from 'react'
import { bridgeWords } from '../../../../contract/plain.ts'
import { useReading } from '../../data/reading.ts'
import { roomsReading } from './queries.ts'

/** Says when what is written here does not reach the server that rooms are also on. */
export function BridgeLine(): JSX.Element | undefined {
  const { data } = useQuery(useReading(roomsReading).bridge)
  const words = data && bridgeWords(data)
  if (!words) return undefined
  return (
    <p role="status" className="border-b border-line px-4 py-2 text-sm text-ink-2">
      {words} {data.reason}
    </p>
  )
}
