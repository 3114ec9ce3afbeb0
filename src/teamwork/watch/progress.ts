import { createHash } from 'node:crypto'
import type { Event, SessionId } from '../../contract/index.ts'
import { readLine } from '../../contract/plain.ts'
import { loopDoor } from '../../core/rules/index.ts'
import type { EventLog } from '../../core/store/index.ts'

const maxLines = 120
const maxText = 400
/** More than any circle is long. */
const maxSteps = 12
const maxUsed = 100

type Log = Pick<EventLog, 'read' | 'newest'>
type AgentStep = Parameters<typeof loopDoor.decide>[0]['steps'][number]

/** What the rule for circles was asked, and what it decided. */
interface Circle {
  inputs: { steps: AgentStep[] }
  outcome: ReturnType<typeof loopDoor.decide>
}

type Newest = Pick<Event, 'seq' | 'at'>

/** What agents did last. What was read of a session once is not read again. */
export interface Progress {
  /** What last happened in a session: a line of its agent, a check, an answer. */
  newestOf(session: SessionId): Newest | undefined
  /** Whether its agent goes round in circles, by the newest lines of what it is at, up to this one. */
  circleOf(session: SessionId, newest: Newest | undefined): Circle
  /** Forgets every session but these. */
  keep(sessions: ReadonlySet<SessionId>): void
}

/** What is known of a session, up to an event of it. */
interface Known {
  seq: number
  circle: Circle
  /** Tools whose result did not come yet. */
  used: Map<string, string>
}

export function createProgress(log: Log): Progress {
  const known = new Map<SessionId, Known>()
  return {
    newestOf: (session) => log.newest(session),
    circleOf(session, newest) {
      const seq = newest?.seq ?? 0
      const before = known.get(session)
      if (before?.seq === seq) return before.circle
      const now = goOn(before, linesOf(log, session, before?.seq), seq)
      known.set(session, now)
      return now.circle
    },
    keep(sessions) {
      for (const session of known.keys()) if (!sessions.has(session)) known.delete(session)
    },
  }
}

/** What is new, as far as it is near; whatever lies farther back decides nothing. */
function linesOf(
  log: Log,
  session: SessionId,
  after: number | undefined,
): { events: Event[]; isAll: boolean } {
  const types = ['agent.printed', 'turn.delivered']
  if (after !== undefined) {
    // Of a few new events all are read: to look for some types takes longer.
    const { events } = log.read({ session, after, limit: maxLines })
    if (events.length < maxLines) return { events, isAll: false }
  }
  return {
    events: log.read({ session, types, before: Number.MAX_SAFE_INTEGER, limit: maxLines }).events,
    isAll: true,
  }
}

function goOn(before: Known | undefined, { events, isAll }: ReturnType<typeof linesOf>, seq: number): Known {
  const began = events.findLastIndex(({ type }) => type === 'turn.delivered')
  const isAnew = isAll || began !== -1 || !before
  const used = isAnew ? new Map<string, string>() : before.used
  const added = events.slice(began + 1).flatMap((event) => stepsOf(event, used))
  if (before && !isAnew && added.length === 0) return { ...before, seq }
  const steps = [...(isAnew ? [] : before.circle.inputs.steps), ...added].slice(-maxSteps)
  return { seq, used, circle: { inputs: { steps }, outcome: loopDoor.decide({ steps }) } }
}

function stepsOf(event: Event, used: Map<string, string>): AgentStep[] {
  if (event.type !== 'agent.printed') return []
  return readLine(event.data.line).parts.flatMap((part): AgentStep[] => {
    if (part.kind === 'said') return [{ kind: 'message', text: marked(part.text) }]
    if (part.kind === 'used') note(used, part.id, `${part.tool} ${JSON.stringify(part.input)}`)
    if (part.kind !== 'returned') return []
    const action = used.get(part.id) ?? ''
    used.delete(part.id)
    // Waiting on purpose is no circle.
    if (isWait(action)) return []
    return [{ kind: 'action', action, result: marked(part.text), failed: part.outcome === 'failed' }]
  })
}

function note(used: Map<string, string>, id: string, action: string): void {
  used.set(id, isWait(action) ? action.slice(0, maxText) : marked(action))
  const [oldest] = used.keys()
  if (used.size > maxUsed && oldest !== undefined) used.delete(oldest)
}

/** A long text is told apart by its mark. */
function marked(text: string): string {
  if (text.length <= maxText) return text
  return text.slice(0, maxText) + createHash('sha1').update(text).digest('hex')
}

function isWait(action: string): boolean {
  return /^(?:BashOutput|TaskOutput|Monitor) |"command":"sleep /.test(action)
}
