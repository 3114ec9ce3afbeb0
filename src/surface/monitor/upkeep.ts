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

/** Which events make a part of the facts old, by what they are about. A part that is missing here does not compile. */
const staleOn: Readonly<Record<Part, readonly EventFamily[]>> = {
  status: ['config'],
  teams: ['agent', 'ask', 'config', 'quota', 'session', 'turn', 'usage'],
  sessions: ['agent', 'ask', 'config', 'quota', 'session', 'turn'],
  asks: ['ask'],
  runs: ['run', 'teammate'],
  alerts: ['alert'],
  builds: ['ask', 'build', 'task', 'work'],
  specs: ['ask', 'build', 'spec'],
  ideas: ['ask', 'idea', 'stage'],
  orgs: ['ask', 'org', 'seat', 'shift', 'turn', 'usage'],
  usage: ['usage'],
  limits: ['config', 'quota', 'usage'],
}

// The keys of what stands above; TypeScript calls them strings.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const parts = Object.keys(staleOn) as readonly Part[]

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
  const family = type.slice(0, type.indexOf('.'))
  return parts.filter((part) => staleOn[part].some((name) => name === family))
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
