import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../data/reading.ts'

export const validationsReading = reading({
  subject: 'validations',
  staleOn: ['validation', 'check'],
  queries: (client) => ({
    ofBuild: (build: string) =>
      queryOptions({
        queryKey: ['validations', build],
        queryFn: () => client.call('listValidations', { build, limit: 5 }),
      }),
  }),
})
