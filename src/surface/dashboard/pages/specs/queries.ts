import { queryOptions } from '@tanstack/react-query'
import type { IdeaId } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

export const specsReading = reading({
  subject: 'specs',
  staleOn: ['ask', 'build', 'spec'],
  queries: (client) => ({
    specs: queryOptions({ queryKey: ['specs', 'all'], queryFn: () => client.call('listSpecs', {}) }),
    ofIdea: (idea: IdeaId) =>
      queryOptions({
        queryKey: ['specs', 'idea', idea],
        queryFn: () => client.call('listSpecs', { idea }),
      }),
    spec: (spec: string) =>
      queryOptions({ queryKey: ['specs', 'one', spec], queryFn: () => client.call('getSpec', { spec }) }),
  }),
})
