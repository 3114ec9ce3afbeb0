import { queryOptions } from '@tanstack/react-query'
import type { SessionId } from '../../../../contract/plain.ts'
import { problemEvents } from '../../../views/index.ts'
import { reading } from '../../data/reading.ts'

/** How many of the newest lines of a session the board keeps. */
export const tailLength = 30
/** How many of the events that may be problems are kept. */
export const newestEvents = 500

export const limitsReading = reading({
  subject: 'limits',
  staleOn: ['config', 'quota', 'usage'],
  queries: (client) => ({
    limits: queryOptions({
      queryKey: ['limits'],
      queryFn: () => client.call('readLimits', {}),
      // Neither a full disk nor a missing program is in the log.
      refetchInterval: 60_000,
    }),
  }),
})

export const problemEventsReading = reading({
  subject: 'problemEvents',
  // Each new event is added as it comes.
  staleOn: [],
  queries: (client) => ({
    problemEvents: queryOptions({
      queryKey: ['problemEvents'],
      queryFn: async () =>
        (
          await client.call('readEvents', {
            types: [...problemEvents],
            before: Number.MAX_SAFE_INTEGER,
            limit: newestEvents,
          })
        ).events,
      // This finds one that came while they were read.
      refetchInterval: 60_000,
    }),
  }),
})

export const tailReading = reading({
  subject: 'tail',
  // Each new line is added as it comes.
  staleOn: [],
  queries: (client) => ({
    tail: (session: SessionId) =>
      queryOptions({
        queryKey: ['tail', session],
        queryFn: async () =>
          (
            await client.call('readEvents', {
              session,
              types: ['agent.printed'],
              before: Number.MAX_SAFE_INTEGER,
              limit: tailLength,
            })
          ).events,
        staleTime: Infinity,
      }),
  }),
})
