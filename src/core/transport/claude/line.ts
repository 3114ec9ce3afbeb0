import { parseFields, type Fields } from '../../../contract/index.ts'
import type { AgentLine } from '../agent.ts'
import type { AgentEvent, EventOrigin, FailureReason } from '../event.ts'
import type { Line } from '../pipe/index.ts'
import { readAsk } from './ask-line.ts'
import { maybeText, nested, text } from './fields.ts'
import { reasonOfCode } from './failure.ts'
import { readAssistant, readDelta, readUser, rehearsalPrefix } from './message-lines.ts'
import { readResult } from './result-line.ts'
import { readLimit, readSystem } from './system-lines.ts'

// A map, not an object: a line may well be of the type `constructor`.
const readers: ReadonlyMap<string, (line: Fields) => AgentEvent> = new Map([
  ['system', readSystem],
  ['assistant', readAssistant],
  ['user', readUser],
  ['stream_event', readDelta],
  ['result', readResult],
  ['rate_limit_event', readLimit],
  ['control_request', readAsk],
  ['control_response', readControlAnswer],
  ['control_cancel_request', (line) => ({ kind: 'ask-withdrawn', request: text(line, 'request_id') })],
  ['command_lifecycle', readReceipt],
])

/** Reads one line of the CLI's output. Never throws: what is no JSON object is garbage, what is not known is other. */
export function readLine(line: string): AgentEvent {
  const fields = parseFields(line)
  if (!fields) return { kind: 'garbage' }
  const type = text(fields, 'type')
  const body = readers.get(type)?.(fields) ?? { kind: 'other', type }
  return Object.assign(body, originOf(fields))
}

function originOf(line: Fields): EventOrigin {
  const conversation = maybeText(line, 'session_id')
  const toolUse = maybeText(line, 'parent_tool_use_id')
  const role = maybeText(line, 'subagent_type')
  const description = maybeText(line, 'task_description')
  return {
    ...(conversation && { conversation }),
    ...(toolUse && { subagent: { toolUse, ...(role && { role }), ...(description && { description }) } }),
    ...(text(nested(line, 'message'), 'id').startsWith(rehearsalPrefix) && { rehearsed: true }),
  }
}

function readControlAnswer(line: Fields): AgentEvent {
  const response = nested(line, 'response')
  const request = text(response, 'request_id')
  const answer =
    text(response, 'subtype') === 'success'
      ? ({ ok: true, value: nested(response, 'response') } as const)
      : ({ ok: false, message: text(response, 'error') } as const)
  return { kind: 'control-answered', request, answer }
}

function readReceipt(line: Fields): AgentEvent {
  return { kind: 'message-received', uuid: text(line, 'command_uuid'), state: text(line, 'state') }
}

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
