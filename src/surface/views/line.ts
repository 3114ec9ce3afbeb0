import { isFailedResult, resultWords, type EventEnvelope } from '../../contract/plain.ts'
import { fieldsOf, isFields, text, type Fields } from './fields.ts'

/** One thing that a printed line tells: the blocks of a message, the end of a turn, or something for the machine. */
export type Part =
  | { kind: 'began'; model: string }
  | { kind: 'said' | 'thought'; text: string }
  | { kind: 'used'; id: string; tool: string; input: Fields }
  | { kind: 'returned'; id: string; text: string; isError: boolean }
  | { kind: 'wanted'; use: string }
  | { kind: 'other'; type: string }

/** A line an agent printed. `parent` is the tool call of the subagent that it comes from. */
export interface Line {
  parent: string | null
  parts: Part[]
}

/** The lines that these events recorded. */
export function linesOf(events: readonly EventEnvelope[]): string[] {
  return events.flatMap(({ type, data }) => (type === 'agent.printed' ? text(data, 'line') : []))
}

/** Reads a recorded line. It never throws; what it does not know is `other`. */
export function readLine(line: string): Line {
  const fields = parse(line)
  if (!fields) return { parent: null, parts: [{ kind: 'other', type: 'no JSON' }] }
  return { parent: text(fields, 'parent_tool_use_id') || null, parts: partsOf(fields) }
}

function partsOf(line: Fields): Part[] {
  const type = text(line, 'type')
  const subtype = text(line, 'subtype')
  if (type === 'assistant' || type === 'user') return blocksOf(line).map((block) => readBlock(block, line))
  if (type === 'system' && subtype === 'init') return [{ kind: 'began', model: text(line, 'model') }]
  const request = fieldsOf(line['request'])
  if (type === 'control_request' && text(request, 'subtype') === 'can_use_tool')
    return [{ kind: 'wanted', use: text(request, 'tool_use_id') }]
  return [{ kind: 'other', type: [type, subtype].filter(Boolean).join(' ') }]
}

function blocksOf(line: Fields): Fields[] {
  const { content } = fieldsOf(line['message'])
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields) : []
}

function readBlock(block: Fields, line: Fields): Part {
  switch (block['type']) {
    case 'text':
      // Text of a user line is our own message, or a note the CLI wrote to the model.
      return line['type'] === 'assistant'
        ? { kind: 'said', text: text(block, 'text') }
        : { kind: 'other', type: 'heard' }
    case 'thinking':
      return { kind: 'thought', text: text(block, 'thinking') }
    case 'tool_use':
      return {
        kind: 'used',
        id: text(block, 'id'),
        tool: text(block, 'name'),
        input: fieldsOf(block['input']),
      }
    case 'tool_result':
      return {
        kind: 'returned',
        id: text(block, 'tool_use_id'),
        text: resultWords(block['content'], line['tool_use_result']),
        isError: isFailedResult(block),
      }
    default:
      return { kind: 'other', type: text(block, 'type') }
  }
}

function parse(line: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    // An agent may print anything; that it is no JSON is all there is to tell.
    return undefined
  }
}
