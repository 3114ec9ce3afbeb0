import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrinted } from './printed.ts'
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
      expect(readPrinted(line).parts).toBeInstanceOf(Array)
    }),
  )
})

test('[CLI18] a line tells what was said, thought, used, returned and ended', () => {
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'yes' },
    { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
    { type: 'tool_result', content: [{ type: 'text', text: 'no' }], is_error: true },
    { type: 'image' },
  ]
  expect(readPrinted(JSON.stringify({ type: 'assistant', message: { content } })).parts).toEqual([
    { kind: 'thought', text: 'hm' },
    { kind: 'said', text: 'yes' },
    { kind: 'used', tool: 'Bash', input: '{"command":"ls"}' },
    { kind: 'returned', text: 'no', isError: true },
    { kind: 'other', type: 'image' },
  ])
  expect(readPrinted('{"type":"result","result":"done"}').parts).toEqual([{ kind: 'ended', text: 'done' }])
  expect(readPrinted('{"type":"system","subtype":"init"}').parts).toEqual([
    { kind: 'other', type: 'system init' },
  ])
})
