import { queryOptions } from '@tanstack/react-query'
import { reading } from '../../../data/reading.ts'

export const uxReading = reading({
  subject: 'ux',
  staleOn: ['ux'],
  queries: (client) => ({
    all: queryOptions({ queryKey: ['ux', 'all'], queryFn: () => client.call('listUxTests', {}) }),
    ofBuild: (build: string) =>
      queryOptions({
        queryKey: ['ux', 'build', build],
        queryFn: () => client.call('listUxTests', { build, limit: 5 }),
      }),
    test: (ux: string) =>
      queryOptions({ queryKey: ['ux', 'test', ux], queryFn: () => client.call('getUxTest', { ux }) }),
  }),
})

/** Pictures of pages as a test saw them: they are deleted some day, and never others. */
export const uxPictureReading = reading({
  subject: 'ux-picture',
  staleOn: [],
  queries: (client) => ({
    picture: (ux: string, picture: string) =>
      queryOptions({
        queryKey: ['ux-picture', ux, picture],
        queryFn: () => client.call('readUxPicture', { ux, picture }),
        staleTime: Infinity,
        retry: false,
      }),
  }),
})
