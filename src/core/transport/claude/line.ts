import type { AgentEvent, EventOrigin } from '../event.ts'
import { readAsk } from './ask-line.ts'
import { isFields, maybeText, nested, text, type Fields } from './fields.ts'
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
  const fields = parse(line)
  if (!fields) return { kind: 'garbage' }
  const type = text(fields, 'type')
  const body = readers.get(type)?.(fields) ?? { kind: 'other', type }
  return Object.assign(body, originOf(fields))
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : undefined
  } catch {
    // JSON has no other way to say that a line is not JSON.
    return undefined
  }
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
