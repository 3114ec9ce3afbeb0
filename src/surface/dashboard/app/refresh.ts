import type { Query, QueryClient, QueryKey, QueryState } from '@tanstack/react-query'
import type { EventEnvelope } from '../../../contract/plain.ts'
import { problemEvents } from '../../views/index.ts'
import type { Reading } from '../data/reading.ts'
import { pages } from '../pages.ts'
import { newestEvents, tailLength } from '../pages/overview/queries.ts'

const refreshAfter = 150

/** Keeps what is shown up to date with the log: each event makes what it concerns be read again, at most every 150 ms. */
export function createRefresh(cache: QueryClient): (event: EventEnvelope) => void {
  const concerns = subjectsByFamily()
  const old = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return (event) => {
    if (event.type === 'agent.printed') return noteLine(cache, event)
    if (problemEvents.includes(event.type)) noteProblemEvent(cache, event)
    // A newer daemon may tell of what this page does not know yet.
    for (const subject of concerns.get(familyOf(event)) ?? []) old.add(subject)
    if (old.size > 0) timer ??= setTimeout(refresh, refreshAfter)
  }

  function refresh(): void {
    timer = undefined
    for (const subject of old) readAgain(cache, [subject])
    old.clear()
  }
}

/** Which readings the events of a family make old. */
function subjectsByFamily(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { subject, staleOn } of pages.flatMap(({ reads }): readonly Reading[] => reads))
    for (const family of staleOn) found.set(family, (found.get(family) ?? new Set()).add(subject))
  return found
}

function familyOf({ type }: EventEnvelope): string {
  return type.slice(0, type.indexOf('.'))
}

function noteLine(cache: QueryClient, event: EventEnvelope): void {
  const queryKey = ['tail', event.session]
  const tail = cache.getQueryState<EventEnvelope[]>(queryKey)
  if (tail?.data) cache.setQueryData(queryKey, [...tail.data, event].slice(-tailLength))
  if (tail && mayBeOlder(tail)) readAgain(cache, queryKey)
}

/** Whether what is being read may be from before what is told now, and would take its place. */
function mayBeOlder({ data, fetchStatus }: Pick<QueryState, 'data' | 'fetchStatus'>): boolean {
  return data === undefined || fetchStatus !== 'idle'
}

function noteProblemEvent(cache: QueryClient, event: EventEnvelope): void {
  const queryKey = ['problemEvents']
  const noted = cache.getQueryState<EventEnvelope[]>(queryKey)
  if (!noted || mayBeOlder(noted)) readAgain(cache, queryKey)
  if (!noted?.data || noted.data.some(({ seq }) => seq === event.seq)) return
  cache.setQueryData(queryKey, [...noted.data, event].slice(-newestEvents))
}

const isReadFirst = new WeakSet<Query>()

/** Also what is being read for the first time, once it is there: it may have been read before it changed. */
function readAgain(cache: QueryClient, queryKey: QueryKey): void {
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    const isFirst = query.state.data === undefined && query.state.fetchStatus !== 'idle'
    if (!isFirst || isReadFirst.has(query)) continue
    isReadFirst.add(query)
    void query
      .fetch()
      .then(() => cache.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      // Why it could not be read is shown where it is read.
      .catch(() => undefined)
      .finally(() => isReadFirst.delete(query))
  }
  void cache.invalidateQueries({ queryKey })
}
