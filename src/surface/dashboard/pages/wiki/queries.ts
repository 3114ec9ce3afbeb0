import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { reading } from '../../data/reading.ts'

/** One page of one wiki. */
export interface PageAt {
  project: string
  page: string
}

export const wikiReading = reading({
  subject: 'wiki',
  staleOn: ['page', 'wiki'],
  queries: (client) => ({
    wikis: () => queryOptions({ queryKey: ['wiki', 'all'], queryFn: () => client.call('listWikis', {}) }),
    pages: (project: string) =>
      queryOptions({
        queryKey: ['wiki', 'pages', project],
        queryFn: () => client.call('listPages', { project, prefix: '' }),
      }),
    found: (project: string, words: string) =>
      queryOptions({
        queryKey: ['wiki', 'found', project, words],
        queryFn: () => client.call('searchPages', { project, words, limit: 20 }),
        placeholderData: keepPreviousData,
        enabled: words.trim() !== '',
      }),
    page: ({ project, page }: PageAt) =>
      queryOptions({
        queryKey: ['wiki', 'page', project, page],
        queryFn: () => client.call('readPage', { project, page }),
        retry: false,
      }),
    past: ({ project, page }: PageAt, at: string) =>
      queryOptions({
        queryKey: ['wiki', 'past', project, page, at],
        queryFn: () => client.call('readPage', { project, page, at }),
        staleTime: Infinity,
        retry: false,
      }),
    history: ({ project, page }: PageAt) =>
      queryOptions({
        queryKey: ['wiki', 'history', project, page],
        queryFn: () => client.call('pageHistory', { project, page, limit: 100 }),
      }),
    links: ({ project, page }: PageAt) =>
      queryOptions({
        queryKey: ['wiki', 'links', project, page],
        queryFn: () => client.call('pageLinks', { project, page }),
      }),
  }),
})

/** The bytes of files. They are not fetched again whenever some page changes. */
export const fileReading = reading({
  subject: 'wiki-file',
  staleOn: ['wiki'],
  queries: (client) => ({
    file: (project: string, path: string) =>
      queryOptions({
        queryKey: ['wiki-file', project, path],
        queryFn: () => client.call('readAttachment', { project, path }),
        staleTime: Infinity,
        retry: false,
      }),
  }),
})
