import type { AgentLine } from '../agent.ts'
import type { AgentEvent, FailureReason } from '../event.ts'
import type { Line } from '../pipe/index.ts'
import { reasonOfCode } from './failure.ts'
import { readLine } from './line.ts'

/** Reads lines in order and adds what only the lines before can tell. */
export function createReader(conversation: string): (line: Line) => AgentLine {
  let current = conversation
  let suspected: FailureReason | undefined

  return (line) => {
    const event = refine(readLine(line.line))
    const from = current
    current = event.conversation ?? current
    const changed = from !== current
    return { ...line, event, ...(changed && { conversationChanged: { from, to: current } }) }
  }

  /** The reason of a failure stands in the lines before the result. */
  function refine(event: AgentEvent): AgentEvent {
    if (event.subagent) return event
    if (event.kind === 'turn-started') suspected = undefined
    else if (event.kind === 'refused') suspected = 'refusal'
    else if (event.kind === 'said' && event.error !== undefined) suspected ??= reasonOfCode(event.error)
    if (event.kind !== 'result') return event
    const reason = suspected
    suspected = undefined
    if (reason === undefined || event.end.how !== 'failed' || event.end.reason !== 'other') return event
    return { ...event, end: { ...event.end, reason } }
  }
}
