import type { QueryClient } from '@tanstack/react-query'
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
    for (const subject of old) void cache.invalidateQueries({ queryKey: [subject] })
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
  cache.setQueryData<EventEnvelope[]>(['tail', event.session], (before) =>
    before ? [...before, event].slice(-tailLength) : before,
  )
}

function noteProblemEvent(cache: QueryClient, event: EventEnvelope): void {
  cache.setQueryData<EventEnvelope[]>(['problemEvents'], (before) =>
    before && !before.some(({ seq }) => seq === event.seq) ? [...before, event].slice(-newestEvents) : before,
  )
}
