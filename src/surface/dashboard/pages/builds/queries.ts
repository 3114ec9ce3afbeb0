import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../data/reading.ts'

export const buildsReading = reading({
  subject: 'builds',
  staleOn: ['ask', 'build', 'check', 'lease', 'task', 'turn', 'usage', 'work', 'worktree'],
  queries: (client) => ({
    builds: queryOptions({ queryKey: ['builds', 'all'], queryFn: () => client.call('listBuilds', {}) }),
    build: (build: string) =>
      queryOptions({ queryKey: ['builds', 'one', build], queryFn: () => client.call('getBuild', { build }) }),
    /** A check that was tried before anything was changed; it is over. */
    primed: (check: string) =>
      queryOptions({
        queryKey: ['builds', 'primed', check],
        queryFn: () => client.call('getCheck', { check }),
      }),
  }),
})
