import type { AgentId, Event, SessionId, TurnId } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'

/** Which recorded lines to read. */
interface LineQuery {
  session: SessionId
  turn: TurnId | undefined
  /** The number of the last line read. */
  after: number
  /** Reads backwards instead: the newest lines before this number, still in order. */
  before?: number | undefined
  limit: number
}

/** A line of an agent's output as it was recorded. */
interface RecordedLine {
  seq: number
  at: number
  turn: TurnId | null
  agent: AgentId | null
  line: string
}

/** A page of lines; `next` is null at the end, `previous` at the beginning and when the page was read forwards. */
interface LinePage {
  lines: RecordedLine[]
  next: number | null
  previous: number | null
}

export type ReadLines = (query: LineQuery) => LinePage

const maxPages = 20
/** Characters of all lines of one page; an agent may print megabytes in one. */
const maxChars = 4 * 1024 * 1024

/** Reads recorded lines from the event log. */
export function createReadLines(log: Pick<EventLog, 'read'>): ReadLines {
  return (query) => {
    const { lines, rest } = read(log, query)
    const isBackwards = query.before !== undefined
    return isBackwards
      ? { lines: lines.toReversed(), next: null, previous: rest }
      : { lines, next: rest, previous: null }
  }
}

/** The lines in the order in which they were come upon, and where to go on. */
function read(log: Pick<EventLog, 'read'>, query: LineQuery): { lines: RecordedLine[]; rest: number | null } {
  const { turn, limit } = query
  const lines: RecordedLine[] = []
  let chars = 0
  let from = query.before ?? query.after
  let size = turn ? 1000 : limit
  for (let page = 0; page < maxPages; page += 1) {
    const found = eventsFrom(log, query, { from, limit: size })
    for (const event of found.events) {
      const line = lineOf(event, turn)
      chars += line?.line.length ?? 0
      if (chars > maxChars && lines.length > 0) return { lines, rest: from }
      from = event.seq
      if (line) lines.push(line)
      if (lines.length === limit) return { lines, rest: from }
    }
    if (found.isLast) return { lines, rest: null }
    // What is left out, of other turns or pruned, is passed over quickly.
    size = 1000
  }
  // A turn that starts far behind: the caller goes on from here, so that no call reads without end.
  return { lines, rest: from }
}

function eventsFrom(
  log: Pick<EventLog, 'read'>,
  { session, before }: LineQuery,
  { from, limit }: { from: number; limit: number },
): { events: readonly Event[]; isLast: boolean } {
  const wanted = { session, types: ['agent.printed'], limit }
  if (before !== undefined) {
    const { events, previous } = log.read({ ...wanted, before: from })
    return { events: events.toReversed(), isLast: previous === null }
  }
  const { events, next, head } = log.read({ ...wanted, after: from })
  return { events, isLast: events.length === 0 || next >= head }
}

/** What was printed in an event, if it is of the turn that is wanted and not pruned. */
function lineOf(event: Event, turn: TurnId | undefined): RecordedLine | undefined {
  if (event.type !== 'agent.printed' || (turn && event.turn !== turn)) return undefined
  const { seq, at, data } = event
  if (data.pruned) return undefined
  return { seq, at, turn: event.turn ?? null, agent: event.agent ?? null, line: data.line }
}
