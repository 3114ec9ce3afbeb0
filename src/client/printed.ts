import { resultWords } from '../contract/plain.ts'

/** One thing that a line of an agent tells a reader. */
export type Printed =
  | { kind: 'writing' | 'said' | 'thought' | 'ended'; text: string }
  | { kind: 'used'; tool: string; input: string }
  | { kind: 'returned'; text: string; isError: boolean }
  | { kind: 'other'; type: string }

type Fields = Readonly<Record<string, unknown>>

/** Reads a recorded line for people. It never throws; what it does not know is `other`. */
export function readPrinted(line: string): { isSubagent: boolean; parts: Printed[] } {
  const fields = parse(line)
  if (!fields) return { isSubagent: false, parts: [{ kind: 'other', type: 'no JSON' }] }
  return { isSubagent: typeof fields['parent_tool_use_id'] === 'string', parts: partsOf(fields) }
}

function partsOf(line: Fields): Printed[] {
  const type = textIn(line, 'type')
  if (type === 'assistant' || type === 'user') return blocksOf(line).map((block) => readBlock(block, line))
  if (type === 'result') return [{ kind: 'ended', text: textIn(line, 'result') }]
  const delta = type === 'stream_event' ? fieldsIn(fieldsIn(line, 'event'), 'delta') : {}
  if (textIn(delta, 'type') === 'text_delta') return [{ kind: 'writing', text: textIn(delta, 'text') }]
  return [{ kind: 'other', type: [type, textIn(line, 'subtype')].filter(Boolean).join(' ') }]
}

function blocksOf(line: Fields): Fields[] {
  const { content } = fieldsIn(line, 'message')
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields) : []
}

function readBlock(block: Fields, line: Fields): Printed {
  switch (block['type']) {
    case 'text':
      // Text of a user line is our own message, or a note the CLI wrote to the model.
      return line['type'] === 'assistant'
        ? { kind: 'said', text: textIn(block, 'text') }
        : { kind: 'other', type: 'heard' }
    case 'thinking':
      return { kind: 'thought', text: textIn(block, 'thinking') }
    case 'tool_use':
      return { kind: 'used', tool: textIn(block, 'name'), input: JSON.stringify(block['input'] ?? {}) }
    case 'tool_result':
      return {
        kind: 'returned',
        text: resultWords(block['content'], line['tool_use_result']),
        isError: block['is_error'] === true,
      }
    default:
      return { kind: 'other', type: textIn(block, 'type') }
  }
}

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : undefined
  } catch {
    // An agent may print anything; that it is no JSON is all there is to tell.
    return undefined
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fieldsIn(from: Fields, key: string): Fields {
  const value = from[key]
  return isFields(value) ? value : {}
}

function textIn(from: Fields, key: string): string {
  const value = from[key]
  return typeof value === 'string' ? value : ''
}
