import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../data/reading.ts'

const hour = 3_600_000

export const usageReading = reading({
  subject: 'usage',
  staleOn: ['usage'],
  queries: (client) => ({
    usage: (span: 'hour' | 'day', spans: number) =>
      queryOptions({
        queryKey: ['usage', span, spans],
        queryFn: () => client.call('readUsage', { since: startOf(span, spans), span }),
        refetchInterval: 5 * 60_000,
      }),
  }),
})

/** Where the first of so many spans begins, the last being the one we are in. */
function startOf(span: 'hour' | 'day', spans: number): number {
  const now = new Date()
  if (span === 'hour') return now.setMinutes(0, 0, 0) - (spans - 1) * hour
  now.setHours(0, 0, 0, 0)
  return now.setDate(now.getDate() - (spans - 1))
}
