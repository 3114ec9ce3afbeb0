import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SessionId } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

export const sessionReading = reading({
  subject: 'session',
  staleOn: ['agent', 'session', 'turn'],
  queries: (client) => ({
    session: (session: SessionId) =>
      queryOptions({
        queryKey: ['session', session],
        queryFn: () => client.call('getSession', { session }),
      }),
    lastTurn: (session: SessionId) =>
      queryOptions({
        queryKey: ['session', session, 'last'],
        queryFn: () => client.call('getSession', { session, limit: 1 }),
      }),
    /** How many problems a session has; read again when the stretch that is loaded shows others. */
    problems: (session: SessionId, loaded: number) =>
      queryOptions({
        queryKey: ['session', session, 'problems', loaded],
        queryFn: async () => (await client.call('findProblem', { session })).problems,
        placeholderData: keepPreviousData,
      }),
  }),
})
