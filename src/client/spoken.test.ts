import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLine } from '../contract/plain.ts'
import { createSpoken } from './spoken.ts'

const writing = (text: string) =>
  JSON.stringify({
    type: 'stream_event',
    event: { type: 'content_block_delta', delta: { type: 'text_delta', text } },
  })
const said = (text: string, more: object = {}) =>
  JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] }, ...more })
const heard = (lines: string[]) => {
  const spoken = createSpoken()
  return lines.map((line) => spoken.add(line).text).join('')
}

test('[CLI14] words that come in pieces and then whole are shown once', () => {
  expect(heard([writing('Hel'), writing('lo'), said('Hello'), writing('Bye'), said('Bye')])).toBe(
    'Hello\n\nBye',
  )
  expect(heard([said('Hello'), said('Bye')])).toBe('Hello\n\nBye')
  expect(heard([writing('Hel'), said('Hello')])).toBe('Hello')
})

test('[CLI14] what a subagent says to its agent is not the answer', () => {
  expect(heard([said('for me', { parent_tool_use_id: 'toolu_1' }), said('for you')])).toBe('for you')
})

test('[CLI14] however a statement is cut, it is heard once', () => {
  const statement = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1, maxLength: 4 }), (statements) => {
      const lines = statements.flatMap((pieces) => [...pieces.map(writing), said(pieces.join(''))])
      expect(heard(lines)).toBe(statements.map((pieces) => pieces.join('')).join('\n\n'))
    }),
  )
})

test('[CLI18] any line can be read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      expect(readLine(line).parts).toBeInstanceOf(Array)
    }),
  )
})

test('[CLI18] a line tells what was said, thought, used, returned and ended', () => {
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'yes' },
    { type: 'tool_use', id: 'u1', name: 'Bash', input: { command: 'ls' } },
    { type: 'tool_result', tool_use_id: 'u1', content: [{ type: 'text', text: 'no' }], is_error: true },
    { type: 'image' },
  ]
  expect(readLine(JSON.stringify({ type: 'assistant', message: { content } })).parts).toEqual([
    { kind: 'thought', text: 'hm' },
    { kind: 'said', text: 'yes' },
    { kind: 'used', id: 'u1', tool: 'Bash', input: { command: 'ls' } },
    { kind: 'returned', id: 'u1', text: 'no', outcome: 'failed' },
    { kind: 'other', type: 'image' },
  ])
  expect(readLine('{"type":"result","result":"done"}').parts).toEqual([{ kind: 'ended', text: 'done' }])
  expect(readLine('{"type":"system","subtype":"init","model":"m"}').parts).toEqual([
    { kind: 'began', model: 'm' },
  ])
  expect(readLine('{"type":"system","subtype":"status"}').parts).toEqual([
    { kind: 'other', type: 'system status' },
  ])
})
