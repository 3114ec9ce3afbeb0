import { queryOptions } from '@tanstack/react-query'
import type { RulingId } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

export const alertsReading = reading({
  subject: 'alerts',
  staleOn: ['alert'],
  queries: (client) => ({
    alerts: queryOptions({ queryKey: ['alerts', 'open'], queryFn: () => client.call('listAlerts', {}) }),
    all: queryOptions({
      queryKey: ['alerts', 'all'],
      queryFn: () => client.call('listAlerts', { state: 'all', limit: 50 }),
    }),
    watch: queryOptions({
      queryKey: ['alerts', 'watch'],
      queryFn: () => client.call('readWatch', {}),
      // That it looked and found nothing is in no event.
      refetchInterval: 10_000,
      refetchIntervalInBackground: false,
    }),
  }),
})

export const coordinatorReading = reading({
  subject: 'coordinator',
  staleOn: [
    'coordinator',
    'ruling',
    'alert',
    'stage',
    'build',
    'work',
    'review',
    'idea',
    'spec',
    'validation',
  ],
  queries: (client) => ({
    concerns: queryOptions({
      queryKey: ['coordinator', 'concerns'],
      queryFn: () => client.call('listConcerns', { limit: 50 }),
    }),
    roles: queryOptions({ queryKey: ['coordinator', 'roles'], queryFn: () => client.call('readRoles', {}) }),
    rulings: queryOptions({
      queryKey: ['coordinator', 'rulings'],
      queryFn: () => client.call('listRulings', { limit: 20 }),
    }),
    ruling: (ruling: RulingId) =>
      queryOptions({
        queryKey: ['coordinator', 'rulings', ruling],
        queryFn: () => client.call('getRuling', { ruling }),
      }),
  }),
})
