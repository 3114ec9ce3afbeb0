// What more than one page reads and none of them is about; the rest is in the folders of the pages.
import { queryOptions } from '@tanstack/react-query'
import { allSessions } from '../../../client/index.ts'
import { reading } from './reading.ts'

export const teamsReading = reading({
  subject: 'teams',
  staleOn: ['agent', 'ask', 'config', 'quota', 'run', 'session', 'turn', 'usage'],
  queries: (client) => ({
    teams: queryOptions({ queryKey: ['teams'], queryFn: () => client.call('listTeams', {}) }),
  }),
})

export const sessionsReading = reading({
  subject: 'sessions',
  staleOn: ['agent', 'ask', 'config', 'quota', 'session', 'turn'],
  queries: (client) => ({
    sessions: queryOptions({ queryKey: ['sessions'], queryFn: () => allSessions(client) }),
  }),
})

export const statusReading = reading({
  subject: 'status',
  staleOn: ['config', 'daemon', 'log'],
  queries: (client) => ({
    status: queryOptions({ queryKey: ['status'], queryFn: () => client.call('getStatus', {}) }),
  }),
})
