import { useQuery } from '@tanstack/react-query'
import { problemsOf, type Problem } from '../../../views/index.ts'
import { useNow } from '../../data/context.ts'
import { sessionsReading, statusReading } from '../../data/queries.ts'
import { useReading } from '../../data/reading.ts'
import { alertsReading } from '../health/queries.ts'
import { asksReading } from '../inbox/queries.ts'
import { problemEventsReading, limitsReading } from './queries.ts'
import { runsReading } from '../runs/queries.ts'

/** What is wrong now. */
export function useProblems(): Problem[] {
  const now = useNow(10_000)
  const status = useQuery(useReading(statusReading).status).data
  const limits = useQuery(useReading(limitsReading).limits).data
  const sessions = useQuery(useReading(sessionsReading).sessions).data?.sessions ?? []
  const asks = useQuery(useReading(asksReading).asks).data?.asks ?? []
  const runs = useQuery(useReading(runsReading).runs).data?.runs ?? []
  const alerts = useQuery(useReading(alertsReading).alerts).data?.alerts ?? []
  const events = useQuery(useReading(problemEventsReading).problemEvents).data ?? []
  return problemsOf(
    { mistakes: status?.config.mistakes ?? [], limits, sessions, asks, runs, alerts, events },
    now,
  )
}
