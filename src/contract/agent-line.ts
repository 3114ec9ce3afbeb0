import type { EventEnvelope } from './event-envelope.ts'
import { fieldsOf, isFields, parseFields, textIn, type Fields } from './fields.ts'
import { resultWords } from './result-words.ts'

/** One thing that a printed line tells: the blocks of a message, the end of a turn, or something for the machine. */
export type LinePart =
  | { kind: 'began'; model: string }
  | { kind: 'said' | 'thought'; text: string }
  | { kind: 'writing' | 'ended'; text: string }
  | { kind: 'used'; id: string; tool: string; input: Fields }
  | { kind: 'returned'; id: string; text: string; outcome: ToolOutcome }
  | { kind: 'wanted'; use: string }
  | { kind: 'other'; type: string }

/** What became of a tool call; a question that was dismissed is an error to the CLI, and no failure to a person. */
type ToolOutcome = 'done' | 'dismissed' | 'failed'

/** A line an agent printed, as people read it. `parent` is the tool call of the subagent that it comes from. */
export interface ReadLine {
  parent: string | null
  parts: LinePart[]
}

/** What an agent is told when its question was dismissed. */
export const unanswered = 'This was not answered: go on by your own judgment.'

/** The lines that these events recorded. */
export function linesOf(events: readonly EventEnvelope[]): string[] {
  return events.flatMap(({ type, data }) => (type === 'agent.printed' ? textIn(data, 'line') : []))
}

/** Reads a recorded line for people. It never throws; what it does not know is `other`. */
export function readLine(line: string): ReadLine {
  const fields = parseFields(line)
  if (!fields) return { parent: null, parts: [{ kind: 'other', type: 'no JSON' }] }
  return { parent: textIn(fields, 'parent_tool_use_id') || null, parts: partsOf(fields) }
}

function partsOf(line: Fields): LinePart[] {
  const type = textIn(line, 'type')
  const subtype = textIn(line, 'subtype')
  if (type === 'assistant' || type === 'user') return blocksOf(line).map((block) => readBlock(block, line))
  if (type === 'result') return [{ kind: 'ended', text: textIn(line, 'result') }]
  if (type === 'system' && subtype === 'init') return [{ kind: 'began', model: textIn(line, 'model') }]
  const request = fieldsOf(line['request'])
  if (type === 'control_request' && textIn(request, 'subtype') === 'can_use_tool')
    return [{ kind: 'wanted', use: textIn(request, 'tool_use_id') }]
  const delta = type === 'stream_event' ? fieldsOf(line['event'])['delta'] : undefined
  if (textIn(delta, 'type') === 'text_delta') return [{ kind: 'writing', text: textIn(delta, 'text') }]
  return [{ kind: 'other', type: [type, subtype].filter(Boolean).join(' ') }]
}

function blocksOf(line: Fields): Fields[] {
  const { content } = fieldsOf(line['message'])
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields) : []
}

function readBlock(block: Fields, line: Fields): LinePart {
  switch (block['type']) {
    case 'text':
      // Text of a user line is our own message, or a note the CLI wrote to the model.
      return line['type'] === 'assistant'
        ? { kind: 'said', text: textIn(block, 'text') }
        : { kind: 'other', type: 'heard' }
    case 'thinking':
      return { kind: 'thought', text: textIn(block, 'thinking') }
    case 'tool_use':
      return {
        kind: 'used',
        id: textIn(block, 'id'),
        tool: textIn(block, 'name'),
        input: fieldsOf(block['input']),
      }
    case 'tool_result':
      return {
        kind: 'returned',
        id: textIn(block, 'tool_use_id'),
        text: resultWords(block['content'], line['tool_use_result']),
        outcome: outcomeOf(block),
      }
    default:
      return { kind: 'other', type: textIn(block, 'type') }
  }
}

function outcomeOf(block: Fields): ToolOutcome {
  if (block['is_error'] !== true) return 'done'
  return JSON.stringify(block['content'] ?? '').includes(unanswered) ? 'dismissed' : 'failed'
}
