import { isFields, type Fields, resultWords } from '../../../contract/index.ts'
import type { AgentEvent, Delta, Part, ToolReturned } from '../event.ts'
import { maybeText, nested, number, objects, text } from './fields.ts'

/** How the ids of a rehearsal's messages begin. */
export const rehearsalPrefix = 'msg_rehearsal_'

/** Reads what the agent said: finished blocks. */
export function readAssistant(line: Fields): AgentEvent {
  const message = nested(line, 'message')
  const error = maybeText(line, 'error')
  const read = readTokens(nested(message, 'usage'))
  return {
    kind: 'said',
    message: text(message, 'id'),
    model: text(message, 'model'),
    parts: partsOf(message),
    ...(error !== undefined && { error }),
    ...(read > 0 && { read }),
  }
}

function readTokens(usage: Fields): number {
  const kinds = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
  return kinds.reduce((sum, kind) => sum + number(usage, kind), 0)
}

function partsOf(message: Fields): Part[] {
  const whole = maybeText(message, 'content')
  if (whole !== undefined) return [{ type: 'text', text: whole }]
  return objects(message, 'content').flatMap(partOf)
}

function partOf(block: Fields): Part[] {
  const type = text(block, 'type')
  if (type === 'text') return [{ type, text: text(block, 'text') }]
  if (type === 'thinking') return [{ type, text: text(block, 'thinking') }]
  if (!type.endsWith('tool_use')) return []
  const input = nested(block, 'input')
  return [{ type: 'tool', toolUse: text(block, 'id'), name: text(block, 'name'), input }]
}

/** Reads a user message: results of tools, or words. */
export function readUser(line: Fields): AgentEvent {
  const message = nested(line, 'message')
  const results = objects(message, 'content').filter((block) => text(block, 'type') === 'tool_result')
  if (results.length > 0) {
    const detail = line['tool_use_result']
    return { kind: 'tool-returned', results: results.map((block) => readToolResult(block, detail)), detail }
  }
  return {
    kind: 'heard',
    text: wordsOf(message['content']),
    uuid: maybeText(line, 'uuid'),
    isReplay: line['isReplay'] === true,
  }
}

function readToolResult(block: Fields, detail: unknown): ToolReturned['results'][number] {
  return {
    toolUse: text(block, 'tool_use_id'),
    text: resultWords(block['content'], detail),
    isError: block['is_error'] === true,
  }
}

/** Content as words: a text, or blocks of which those without words are named. */
function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isFields)
    .map((block) => maybeText(block, 'text') ?? `[${text(block, 'type')}]`)
    .join('\n')
}

const deltas: ReadonlyMap<string, { of: Delta['of']; field: string }> = new Map([
  ['text_delta', { of: 'text', field: 'text' }],
  ['thinking_delta', { of: 'thinking', field: 'thinking' }],
  ['input_json_delta', { of: 'tool', field: 'partial_json' }],
])

/** Reads a piece of a block that is being written. */
export function readDelta(line: Fields): AgentEvent {
  const event = nested(line, 'event')
  const delta = nested(event, 'delta')
  const known = deltas.get(text(delta, 'type'))
  if (!known) return { kind: 'other', type: `stream_event/${text(event, 'type')}` }
  return { kind: 'delta', of: known.of, text: text(delta, known.field), block: number(event, 'index') }
}
