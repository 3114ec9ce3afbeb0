import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findQuestions } from './json-questions.ts'

const asked = { type: 'blocking', text: 'Which port?', options: ['80', { label: '8080', recommended: true }] }
const fenced = (value: unknown) => `Before.\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\nAfter.`

test('[INB26] a question in a fence, bare, in a list, or written carelessly is found', () => {
  const found = { type: 'blocking', text: 'Which port?', fallback: '8080', allowFreeText: true }
  for (const text of [
    fenced({ question: asked }),
    `I wonder: ${JSON.stringify({ question: asked })} so.`,
    fenced({ questions: [asked] }),
    fenced({ question: { ...asked, type: ' BLOCKING ', tags: 'x', context: 7, allowFreeText: 'yes' } }),
    '{ "question": { "type": "blocking", "text": "Which port?", "options": ["80", {"label":"8080","recommended":true},], }, }',
  ])
    expect(findQuestions(text)).toMatchObject([found])
})

test('[INB18] [INB26] default comes before defaultOption, that before what is recommended', () => {
  const read = (more: object) => findQuestions(fenced({ question: { ...asked, ...more } }))[0]?.fallback
  expect(read({ default: 'a', defaultOption: 'b' })).toBe('a')
  expect(read({ defaultOption: 'b' })).toBe('b')
  expect(read({})).toBe('8080')
  expect(read({ options: [] })).toBeNull()
})

test('[INB26] templates, broken JSON and other objects are just text', () => {
  for (const text of [
    fenced({ question: { type: 'blocking|clarifying', text: 'Clear, specific question' } }),
    fenced({ question: { text: 'no type' } }),
    fenced({ question: { type: 'blocking', text: '   ' } }),
    fenced({ question: 'What?' }),
    '{"question": {"type": "blocking", "text": "never closed"',
    `${' '.repeat(200_001)}${JSON.stringify({ question: asked })}`,
    'no "question" here',
  ])
    expect(findQuestions(text)).toEqual([])
})

test('[INB26] at most five are taken, and each is cut to size', () => {
  const many = Array.from({ length: 9 }, (_, n) => JSON.stringify({ question: { ...asked, text: `${n}?` } }))
  expect(findQuestions(many.join('\n')).map(({ text }) => text)).toEqual(['0?', '1?', '2?', '3?', '4?'])
  const [long] = findQuestions(
    fenced({ question: { ...asked, text: 'x'.repeat(9000), options: Array.from({ length: 30 }, String) } }),
  )
  expect([long?.text.length, long?.options.length]).toEqual([4000, 12])
})

test('[INB26] of tags the words count, sixteen at most, each cut to size; what is missing has a safe default', () => {
  const tags = ['security', 7, null, 'x'.repeat(100), ...Array.from({ length: 20 }, (_, n) => `t${n}`)]
  const [found] = findQuestions(fenced({ question: { ...asked, tags } }))
  expect(found?.tags).toEqual(['security', 'x'.repeat(64), ...Array.from({ length: 14 }, (_, n) => `t${n}`)])
  const [plain] = findQuestions(fenced({ question: { type: 'clarifying', text: 'Which?' } }))
  expect(plain).toMatchObject({
    tags: [],
    options: [],
    allowFreeText: true,
    multiSelect: false,
    reversible: false,
    phase: '',
    fallback: null,
  })
})

test('[INB26] no text makes it fail or take long', () => {
  const pieces = fc.constantFrom('{"question":', '{', '}', '"', '\\', '[', ']', 'a', '"type":"blocking"', ',')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 200 }), (parts) => {
      expect(Array.isArray(findQuestions(parts.join('')))).toBe(true)
    }),
  )
  const afterBeginnings = (times: number) =>
    findQuestions(`${'{"question":{'.repeat(times)}${JSON.stringify({ question: asked })}`)
  expect(afterBeginnings(100)).toMatchObject([{ text: 'Which port?' }])
  expect(afterBeginnings(101)).toEqual([])
  expect(afterBeginnings(15_000)).toEqual([])
})
