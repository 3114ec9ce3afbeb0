import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CheckId, MergeHow } from '../../../../contract/plain.ts'
import { reading } from '../../data/reading.ts'

const filesPerPage = 200
const linesPerPage = 400
const checksShown = 5

/** The change that a task makes: its files, its checks, and what merging or undoing it would do. */
export const changeReading = reading({
  subject: 'change',
  staleOn: ['check', 'checkpoint', 'merge', 'push'],
  queries: (client) => ({
    files: (task: string) =>
      infiniteQueryOptions({
        queryKey: ['change', task, 'files'],
        queryFn: ({ pageParam }) => client.call('getChange', { task, after: pageParam, limit: filesPerPage }),
        initialPageParam: 0,
        getNextPageParam: ({ next }) => next,
        retry: false,
      }),
    lines: (task: string, path: string, after = 0) =>
      queryOptions({
        queryKey: ['change', task, 'lines', path, after],
        queryFn: () => client.call('getChangedFile', { task, path, after, lines: linesPerPage }),
        retry: false,
      }),
    plan: (task: string, how?: MergeHow) =>
      queryOptions({
        queryKey: ['change', task, 'plan', how],
        queryFn: () => client.call('planMerge', { task, ...(how && { how }) }),
        retry: false,
      }),
    merges: (task: string) =>
      queryOptions({
        queryKey: ['change', task, 'merges'],
        queryFn: () => client.call('listMerges', { task, limit: 1 }),
      }),
    undo: (task: string, how: 'restored' | 'reverted') =>
      queryOptions({
        queryKey: ['change', task, 'undo', how],
        queryFn: () => client.call('planUndo', { task, how }),
        retry: false,
      }),
    checks: (task: string) =>
      queryOptions({
        queryKey: ['change', task, 'checks'],
        queryFn: () => client.call('listChecks', { task, limit: checksShown }),
      }),
    findings: (check: CheckId) =>
      queryOptions({
        queryKey: ['change', 'findings', check],
        queryFn: () => client.call('listFindings', { check, limit: 500 }),
      }),
  }),
})
