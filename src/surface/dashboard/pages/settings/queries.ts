import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../data/reading.ts'

export const configReading = reading({
  subject: 'config',
  staleOn: ['config'],
  queries: (client) => ({
    config: queryOptions({
      queryKey: ['config'],
      queryFn: () => client.call('readConfigFile', {}),
      staleTime: Infinity,
    }),
  }),
})

export const tokensReading = reading({
  subject: 'tokens',
  staleOn: ['token'],
  queries: (client) => ({
    tokens: queryOptions({ queryKey: ['tokens'], queryFn: () => client.call('listTokens', {}) }),
  }),
})
