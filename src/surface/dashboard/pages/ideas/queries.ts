import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../data/reading.ts'

export const ideasReading = reading({
  subject: 'ideas',
  staleOn: ['ask', 'idea', 'profile', 'stage'],
  queries: (client) => ({
    all: queryOptions({ queryKey: ['ideas', 'all'], queryFn: () => client.call('listIdeas', {}) }),
    idea: (idea: string) =>
      queryOptions({ queryKey: ['ideas', 'idea', idea], queryFn: () => client.call('getIdea', { idea }) }),
    talk: (idea: string) =>
      queryOptions({
        queryKey: ['ideas', 'talk', idea],
        queryFn: () => client.call('readIdeaMessages', { idea, limit: 500 }),
      }),
    profile: queryOptions({
      queryKey: ['ideas', 'profile'],
      queryFn: () => client.call('readProfile', {}),
    }),
  }),
})
