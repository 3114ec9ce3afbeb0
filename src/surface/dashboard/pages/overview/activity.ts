import { useQuery } from '@tanstack/react-query'
import type { SessionId } from '../../../../contract/plain.ts'
import { activityWords, latestActivity, linesOf } from '../../../views/index.ts'
import { useReading } from '../../data/reading.ts'
import { tailReading } from './queries.ts'

/** What a session does now, in words; files are named from its folder. Undefined while that is not known. */
export function useActivity(session: SessionId, folder: string): string | undefined {
  const tail = useQuery(useReading(tailReading).tail(session))
  const activity = tail.data && latestActivity(linesOf(tail.data), folder)
  return activity && activityWords(activity)
}
