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

test('[INB26] every text is cut to its own size, and no shorter', () => {
  const question = {
    type: 'clarifying',
    text: 't'.repeat(4001),
    context: 'c'.repeat(4001),
    default: 'f'.repeat(4001),
    phase: 'p'.repeat(101),
    options: ['s'.repeat(201), { label: 'l'.repeat(201), description: 'd'.repeat(4001) }],
  }
  const [found] = findQuestions(fenced({ question }))
  const { text, context, fallback, phase, options } = found!
  expect([text, context, fallback, phase].map((one) => one?.length)).toEqual([4000, 4000, 4000, 100])
  expect(options.map(({ label, description }) => [label.length, description.length])).toEqual([
    [200, 0],
    [200, 4000],
  ])
  expect(options.map(({ recommended }) => recommended)).toEqual([false, false])
})

test('[INB26] an object of 20,000 characters is read, a longer one is just text', () => {
  const ofLength = (length: number): string => {
    const bare = JSON.stringify({ question: { ...asked, note: '' } })
    return bare.replace('"note":""', `"note":"${'x'.repeat(length - bare.length)}"`)
  }
  expect([ofLength(20_000), ofLength(20_001)].map((text) => findQuestions(text).length)).toEqual([1, 0])
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

test('[INB26] what should be yes or no and is neither counts as the careful one of the two', () => {
  const more = { multiSelect: 'yes', reversible: 1, allowFreeText: 'no' }
  const [odd] = findQuestions(fenced({ question: { ...asked, ...more } }))
  expect(odd).toMatchObject({ multiSelect: false, reversible: false, allowFreeText: true })
  const [said] = findQuestions(fenced({ question: { ...asked, multiSelect: true, reversible: true } }))
  expect(said).toMatchObject({ multiSelect: true, reversible: true })
})

test('[INB26] of objects that never end so many are looked through and no more', () => {
  const open = '{"question": {'
  const behind = (count: number) => `${open.repeat(count)} ${JSON.stringify({ question: asked })}`
  expect(findQuestions(behind(90))).toHaveLength(1)
  expect(findQuestions(behind(110))).toEqual([])
})
