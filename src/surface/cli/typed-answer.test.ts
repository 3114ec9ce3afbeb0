import { expect, test } from 'vitest'
import type { Ask } from '../../contract/plain.ts'
import { typedAnswer } from './typed-answer.ts'

const options = [
  { key: '1', label: 'SQLite', description: '', recommended: false },
  { key: '2', label: 'Plain files', description: '', recommended: false },
]
const question = { question: 'Which store?', header: '', options, multiSelect: false, freeText: true }
const ask = (more: Partial<Ask['questions'][number]> = {}, kind: Ask['kind'] = 'question') => ({
  kind,
  questions: [{ ...question, ...more }],
})

test('[CLI58] words are options by key or label, also a label of several words', () => {
  expect(typedAnswer(ask(), { choice: ['2'] })).toEqual({ choose: ['2'] })
  expect(typedAnswer(ask(), { choice: ['sqlite'], text: 'for now' })).toEqual({
    choose: ['sqlite'],
    text: 'for now',
  })
  expect(typedAnswer(ask(), { choice: ['plain', 'files'] })).toEqual({ choose: ['plain files'] })
  expect(typedAnswer(ask({ multiSelect: true }), { choice: ['1', '2'] })).toEqual({ choose: ['1', '2'] })
  expect(typedAnswer(ask(), { choice: ['1=SQLite', '2=yes'] })).toEqual({
    answers: { 1: ['SQLite'], 2: ['yes'] },
  })
})

test('[CLI58] words that are no option answer a question that takes words', () => {
  expect(typedAnswer(ask(), { choice: ['the', 'one', 'we', 'have'] })).toEqual({ text: 'the one we have' })
  expect(typedAnswer(ask({ options: [] }), { choice: ['Postgres'] })).toEqual({ text: 'Postgres' })
})

test('[CLI58] where words are no answer, the options are listed and --text is named', () => {
  const listed = /is no option\. Choose 1 \(SQLite\), 2 \(Plain files\); your own words .*--text/
  expect(() => typedAnswer(ask({}, 'permission'), { choice: ['sure'] })).toThrow(listed)
  expect(() => typedAnswer(ask({}, 'plan'), { choice: ['not', 'yet'] })).toThrow(listed)
  expect(() => typedAnswer(ask({ freeText: false }), { choice: ['sure'] })).toThrow(listed)
  expect(() => typedAnswer(ask(), { choice: ['1', 'and', 'more'] })).toThrow(listed)
  expect(() => typedAnswer(ask(), { choice: ['SQLit'], text: 'please' })).toThrow(listed)
  const two = { kind: 'question' as const, questions: [question, question] }
  expect(() => typedAnswer(two, { choice: ['sure'] })).toThrow('"1=…" "2=…", or all of them with --text')
})
