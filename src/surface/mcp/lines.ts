import type { AgentId, Event, SessionId, TurnId } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'

/** Which recorded lines to read. */
export interface LineQuery {
  session: SessionId
  turn: TurnId | undefined
  /** The number of the last line read. */
  after: number
  limit: number
}

/** A line of an agent's output as it was recorded. */
export interface RecordedLine {
  seq: number
  at: number
  turn: TurnId | null
  agent: AgentId | null
  line: string
}

/** A page of lines; `next` is null at the end. */
export interface LinePage {
  lines: RecordedLine[]
  next: number | null
}

export type ReadLines = (query: LineQuery) => LinePage

const mostPages = 20
/** Characters of all lines of one page; an agent may print megabytes in one. */
const mostChars = 4 * 1024 * 1024

/** Reads recorded lines from the event log. */
export function createReadLines(log: Pick<EventLog, 'read'>): ReadLines {
  return ({ session, turn, after, limit }) => {
    const lines: RecordedLine[] = []
    let chars = 0
    let from = after
    let size = turn ? 1000 : limit
    for (let page = 0; page < mostPages; page += 1) {
      const found = log.read({ session, types: ['agent.printed'], after: from, limit: size })
      for (const event of found.events) {
        const line = lineOf(event, turn)
        chars += line?.line.length ?? 0
        if (chars > mostChars && lines.length > 0) return { lines, next: from }
        from = event.seq
        if (line) lines.push(line)
        if (lines.length === limit) return { lines, next: from }
      }
      if (found.events.length === 0 || found.next >= found.head) return { lines, next: null }
      // What is left out, of other turns or pruned, is passed over quickly.
      size = 1000
    }
    // A turn that starts far behind: the caller goes on from here, so that no call reads without end.
    return { lines, next: from }
  }
}

/** What was printed in an event, if it is of the turn that is wanted and not pruned. */
function lineOf(event: Event, turn: TurnId | undefined): RecordedLine | undefined {
  if (event.type !== 'agent.printed' || (turn && event.turn !== turn)) return undefined
  const { seq, at, data } = event
  if (data.pruned) return undefined
  return { seq, at, turn: event.turn ?? null, agent: event.agent ?? null, line: data.line }
}
