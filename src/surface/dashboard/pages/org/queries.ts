import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../data/reading.ts'

export const orgsReading = reading({
  subject: 'orgs',
  staleOn: ['ask', 'build', 'channel', 'org', 'seat', 'shift', 'task', 'turn', 'usage'],
  queries: (client) => ({
    orgs: queryOptions({
      queryKey: ['orgs', 'all'],
      queryFn: () => client.call('listOrgs', {}),
      // How full a conversation is and when Iris looks next are in no event.
      refetchInterval: 10_000,
      refetchIntervalInBackground: false,
    }),
  }),
})
