import { expect, test } from 'vitest'
import { readLine } from '../../transport/index.ts'
import { messagesIn, noteWords, noWords, spokenIn, wordsOf } from './words.ts'

const most = 1024 * 1024
const said = (...texts: string[]) => ({
  type: 'assistant',
  message: { id: 'm', content: texts.map((text) => ({ type: 'text', text })) },
})
const writing = (text: string) => ({
  type: 'stream_event',
  event: { type: 'content_block_delta', delta: { type: 'text_delta', text } },
})
const event = (line: object) => readLine(JSON.stringify(line))

function hear(...lines: object[]) {
  const words = { ...noWords(), countsOn: false, rehearsed: false }
  for (const line of lines) noteWords(words, event(line))
  return words
}

test('[TEA83] what a subagent says to its agent is no word of the turn, and neither is what it writes', () => {
  const parent_tool_use_id = 'toolu_1'
  const words = hear(
    said('Mine.'),
    { ...said('Its.'), parent_tool_use_id },
    { ...writing('It'), parent_tool_use_id },
  )
  expect(wordsOf(words)).toBe('Mine.')
  expect(spokenIn(event({ ...said('Its.'), parent_tool_use_id }))).toBe('')
  expect(spokenIn(event(said('One.', '', 'Two.')))).toBe('One.\n\nTwo.')
  expect(spokenIn(event(writing('Half')))).toBe('')
})

test('[TEA6] a turn is rehearsed once a line of its agent says so, and stays it', () => {
  const words = { ...noWords(), countsOn: false, rehearsed: false }
  const isRehearsed = (line: object, rehearsed?: true) => {
    noteWords(words, { ...event(line), ...(rehearsed ? { rehearsed } : {}) })
    return words.rehearsed
  }
  expect([isRehearsed(said('a')), isRehearsed(said('b'), true), isRehearsed(said('c'))]).toEqual([
    false,
    true,
    true,
  ])
})

test('[TEA83] a message that is being written is there at once, and once it is finished it is there only once', () => {
  const words = hear(said('One.'), writing('Tw'), writing('o'))
  expect(messagesIn(words)).toEqual(['One.', 'Two'])
  noteWords(words, event(said('Two.')))
  expect(messagesIn(words)).toEqual(['One.', 'Two.'])
})

test('[TEA32] many long messages are kept to the last 1 Mi characters, and the newest are whole', () => {
  const piece = (n: number) => `${n} ${'x'.repeat(300 * 1024)}`
  const words = hear(...Array.from({ length: 8 }, (_, n) => said(piece(n))))
  // Seven are more than twice as much as is kept, so all but the last three went; the eighth came after that.
  expect(messagesIn(words)).toEqual([4, 5, 6, 7].map(piece))
  expect(words.chars).toBe(messagesIn(words).join('').length)
  expect(wordsOf(words)).toHaveLength(most)
})

test('[TEA32] of a flood of short messages the last are kept, and so is one that alone is too long', () => {
  const words = hear(...Array.from({ length: 20_001 }, (_, n) => said(`${n}.`)))
  expect(messagesIn(words)).toHaveLength(10_000)
  expect(messagesIn(words).at(-1)).toBe('20000.')
  expect(words.chars).toBe(messagesIn(words).join('').length)
  const long = hear(said('first'), said('y'.repeat(2 * most + 1)), writing('z'.repeat(2 * most + 1)))
  expect(messagesIn(long).map((text) => text.length)).toEqual([5, most, most])
  noteWords(long, event(said('x'.repeat(2 * most))))
  expect(messagesIn(long).map((text) => text.length)).toEqual([2 * most])
})

test('[TEA32] what has 1 Mi characters to the last is not cut to less', () => {
  const half = (letter: string) => letter.repeat(most / 2)
  const words = hear(said('x'.repeat(most + 1)), said(half('a')), said(half('b')))
  expect(words.said.map(({ text }) => text[0])).toEqual(['a', 'b'])
  expect(wordsOf(words)).toHaveLength(most)
})
