import type { QueryClient } from '@tanstack/react-query'
import type { EventEnvelope, EventFamily } from '../../../contract/plain.ts'
import { alertEvents } from '../../views/index.ts'

/** How many of the newest lines of a session the board keeps. */
export const tailLength = 30
/** How many of the events that may be alerts are kept. */
export const newestEvents = 500

/** Which of what is kept an event makes old. A family that is missing here does not compile. */
const concerns: Readonly<Record<EventFamily, readonly string[]>> = {
  action: ['chat'],
  agent: ['teams', 'sessions', 'session', 'processes'],
  answer: ['asks'],
  ask: ['teams', 'sessions', 'asks', 'runs'],
  chat: ['chat'],
  config: ['teams', 'status', 'config', 'limits'],
  daemon: ['status'],
  follower: [],
  guard: [],
  judgment: ['asks'],
  log: ['status'],
  model: [],
  notification: [],
  problem: [],
  question: [],
  quota: ['teams', 'limits'],
  rule: ['asks'],
  run: ['runs', 'teams'],
  session: ['teams', 'sessions', 'session'],
  teammate: ['runs'],
  token: ['tokens'],
  turn: ['teams', 'sessions', 'session', 'runs'],
  usage: ['teams', 'usage', 'limits'],
}

const refreshAfter = 150

/** Keeps what is shown up to date with the log: each event makes what it concerns be read again, at most every 150 ms. */
export function createRefresh(cache: QueryClient): (event: EventEnvelope) => void {
  const old = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return (event) => {
    if (event.type === 'agent.printed') return noteLine(cache, event)
    if (alertEvents.includes(event.type)) noteAlertEvent(cache, event)
    for (const key of concernedBy(event)) old.add(key)
    if (old.size > 0) timer ??= setTimeout(refresh, refreshAfter)
  }

  function refresh(): void {
    timer = undefined
    for (const key of old) void cache.invalidateQueries({ queryKey: [key] })
    old.clear()
  }
}

function noteLine(cache: QueryClient, event: EventEnvelope): void {
  cache.setQueryData<EventEnvelope[]>(['tail', event.session], (before) =>
    before ? [...before, event].slice(-tailLength) : before,
  )
}

function noteAlertEvent(cache: QueryClient, event: EventEnvelope): void {
  cache.setQueryData<EventEnvelope[]>(['alertEvents'], (before) =>
    before && !before.some(({ seq }) => seq === event.seq) ? [...before, event].slice(-newestEvents) : before,
  )
}

/** A newer daemon may tell of what this page does not know yet. */
function concernedBy({ type }: EventEnvelope): readonly string[] {
  const families: Readonly<Record<string, readonly string[]>> = concerns
  const family = type.slice(0, type.indexOf('.'))
  return Object.hasOwn(families, family) ? (families[family] ?? []) : []
}
