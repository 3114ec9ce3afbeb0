import type { Client } from '../../client/index.ts'
import type { EventEnvelope, EventFamily } from '../../contract/plain.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import { latestActivity, linesOf } from '../views/index.ts'
import {
  folderOfSession,
  readActivities,
  readFacts,
  readParts,
  withProblemEvent,
  type Facts,
  type Part,
} from './facts.ts'

/** Keeps the facts up to date: what an event makes old is read again, many events at once. */
export interface Upkeep {
  facts(): Facts | undefined
  /** Reads everything from a daemon, which is asked from now on. */
  load(client: Client): Promise<Facts>
  take(event: EventEnvelope): void
  /** Something else changed that is to be told with the rest. */
  changed(): void
  close(): void
}

const refreshAfter = 100
/** Neither a full disk nor a missing program is in the log. */
const limitsAfter = 60_000

/** Which parts of the facts an event makes old. A family that is missing here does not compile. */
const concerns: Readonly<Record<EventFamily, readonly Part[]>> = {
  action: [],
  agent: ['teams', 'sessions'],
  answer: [],
  ask: ['teams', 'sessions', 'asks'],
  chat: [],
  config: ['status', 'teams', 'sessions', 'limits'],
  daemon: [],
  follower: [],
  guard: [],
  judgment: [],
  log: [],
  model: [],
  news: [],
  notification: [],
  problem: [],
  question: [],
  quota: ['teams', 'sessions', 'limits'],
  rule: [],
  run: ['runs'],
  session: ['teams', 'sessions'],
  teammate: ['runs'],
  token: [],
  turn: ['teams', 'sessions'],
  usage: ['teams', 'usage', 'limits'],
}

export function createUpkeep(deps: { clock: Clock; onChange: () => void }): Upkeep {
  const { clock } = deps
  const old = new Set<Part>()
  let facts: Facts | undefined
  let client: Client | undefined
  let timer: Cancel | undefined
  let stopLooking: Cancel | undefined
  let isClosed = false

  return {
    facts: () => facts,
    async load(daemon) {
      client = daemon
      if (!isClosed) stopLooking ??= clock.after(limitsAfter, lookAgain)
      facts = await readFacts(daemon, clock.now())
      return facts
    },
    take(event) {
      if (!facts) return
      facts = withEvent(facts, event)
      for (const part of partsOf(event)) old.add(part)
      changed()
    },
    changed,
    close() {
      isClosed = true
      timer?.()
      stopLooking?.()
    },
  }

  function changed(): void {
    timer ??= clock.after(refreshAfter, () => void refresh())
  }

  function lookAgain(): void {
    stopLooking = clock.after(limitsAfter, lookAgain)
    old.add('limits')
    changed()
  }

  async function refresh(): Promise<void> {
    const parts = new Set(old)
    old.clear()
    try {
      if (client && parts.size > 0) await readAgain(client, parts)
    } catch {
      // The stream of the same daemon breaks too; when it is found again, everything is read anew.
    }
    timer = undefined
    if (isClosed) return
    deps.onChange()
    if (old.size > 0) changed()
  }

  async function readAgain(daemon: Client, parts: ReadonlySet<Part>): Promise<void> {
    const read = await readParts(daemon, parts, clock.now())
    if (facts) facts = { ...facts, ...read }
    if (!facts || !parts.has('sessions')) return
    const activities = await readActivities(daemon, facts)
    facts = { ...facts, activities }
  }
}

/** What an agent prints is no change of state; a newer daemon may tell of what is not known here. */
function partsOf({ type }: EventEnvelope): readonly Part[] {
  if (type === 'agent.printed') return []
  const families: Readonly<Record<string, readonly Part[]>> = concerns
  const family = type.slice(0, type.indexOf('.'))
  return Object.hasOwn(families, family) ? (families[family] ?? []) : []
}

/** What an event changes without asking the daemon. */
function withEvent(before: Facts, event: EventEnvelope): Facts {
  const { type, session } = event
  const facts = { ...before, events: withProblemEvent(before.events, event) }
  if (!session) return facts
  if (type === 'agent.printed') {
    const activity = latestActivity(linesOf([event]), folderOfSession(facts, session))
    return activity ? { ...facts, activities: new Map(facts.activities).set(session, activity) } : facts
  }
  if (type !== 'turn.ended') return facts
  const activities = new Map(facts.activities)
  activities.delete(session)
  return { ...facts, activities }
}
