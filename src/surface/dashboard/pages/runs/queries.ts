import { queryOptions } from '@tanstack/react-query'
import type { RunId } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

export const runsReading = reading({
  subject: 'runs',
  staleOn: ['ask', 'run', 'teammate', 'turn'],
  queries: (client) => ({
    runs: queryOptions({ queryKey: ['runs'], queryFn: () => client.call('listRuns', {}) }),
    run: (run: RunId) =>
      queryOptions({ queryKey: ['runs', run], queryFn: () => client.call('getRun', { run }) }),
  }),
})
