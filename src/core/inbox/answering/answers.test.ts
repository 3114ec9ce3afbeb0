import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AskQuestion } from '../../../contract/index.ts'
import { readAnswer } from './answers.ts'
import { keyedQuestion, permissionQuestion, planQuestion } from '../raising/options.ts'
import { grantFor } from './granted-call.ts'

const question = (more: Partial<AskQuestion> = {}, ...labels: string[]): AskQuestion =>
  keyedQuestion({
    question: 'Which?',
    header: '',
    multiSelect: false,
    freeText: true,
    ...more,
    options: labels.map((label) => ({ label, description: '', recommended: false })),
  })
const read = (questions: AskQuestion[], input: Parameters<typeof readAnswer>[1]) =>
  readAnswer({ kind: 'question', questions }, input)
const invalid = expect.objectContaining({ code: 'ANSWER_INVALID' })

describe('answers', () => {
  test('[INB3] options are chosen by key or label, in any case; a label that looks like a key wins', () => {
    const one = question({}, 'SQLite', 'Postgres', '1')
    expect(read([one], { choose: '2' }).chosen).toMatchObject([{ labels: ['Postgres'] }])
    expect(read([one], { choose: 'sqlite' }).chosen).toMatchObject([{ labels: ['SQLite'] }])
    expect(read([one], { choose: '1' }).chosen).toMatchObject([{ labels: ['1'] }])
    expect(read([one], { choose: 'SQLite', text: 'for now' }).chosen).toMatchObject([
      { labels: ['SQLite'], text: 'for now' },
    ])
  })

  test('[INB3] what fits no option, too many, or nothing at all is refused', () => {
    const one = question({ freeText: false }, 'A', 'B')
    for (const input of [{}, { choose: 'C' }, { choose: ['A', 'B'] }, { text: 'mine' }, { choose: [] }])
      expect(() => read([one], input)).toThrow(invalid)
    // Own words are welcome as words, not as a choice, unless they are said to answer this very question.
    const open = question({}, 'A', 'B')
    expect(() => read([open], { choose: 'C' })).toThrow(invalid)
    expect(read([open], { answers: { 'Which?': 'C' } }).chosen).toMatchObject([{ labels: [], text: 'C' }])
    const several = question({ multiSelect: true }, 'A', 'B')
    expect(read([several], { choose: ['A', '2', 'a'] }).chosen).toMatchObject([{ labels: ['A', 'B'] }])
  })

  test('[INB3] a refusal names what could be chosen, or asks for words', () => {
    const refusal = (options: string[], input: Parameters<typeof readAnswer>[1]) => () =>
      read([question({ freeText: false }, ...options)], input)
    expect(refusal(['A', 'B'], { choose: 'C' })).toThrow('Choose among 1 (A), 2 (B).')
    expect(refusal(['A', 'B'], { choose: ['1', '2'] })).toThrow('Choose only one of 1 (A), 2 (B).')
    expect(refusal([], { choose: 'C' })).toThrow('Choose among no options: answer in words.')
  })

  test('[INB4] several questions are answered one by one, by text or number; plain words answer all', () => {
    const first = question({ question: 'Tea?' }, 'yes', 'no')
    const second = question({ question: 'Sugar?', multiSelect: true }, 'white', 'brown')
    expect(read([first, second], { answers: { 'Tea?': 'yes', 2: ['1', 'brown'] } }).chosen).toEqual([
      { question: 'Tea?', labels: ['yes'], text: null },
      { question: 'Sugar?', labels: ['white', 'brown'], text: null },
    ])
    expect(read([first, second], { answers: { 1: 'no' }, text: 'as you like' }).chosen).toMatchObject([
      { labels: ['no'] },
      { text: 'as you like' },
    ])
    expect(() => read([first, second], { answers: { 1: 'no' } })).toThrow(/Sugar/)
    expect(() => read([first, second], { choose: 'yes' })).toThrow(invalid)
    expect(() => read([first], { answers: { constructor: 'x' } })).toThrow(invalid)
  })

  test('[INB5] a permission takes yes, always or no; a plan yes or no, and words alone send it back', () => {
    const permission = { kind: 'permission' as const, questions: [permissionQuestion('x', 'Bash(x)')] }
    expect(readAnswer(permission, { choose: 'a' })).toMatchObject({ allow: true, always: true })
    expect(readAnswer(permission, { choose: 'Deny', text: 'why' })).toMatchObject({
      allow: false,
      text: 'why',
    })
    expect(() => readAnswer(permission, { text: 'hm' })).toThrow(invalid)
    const hidden = { kind: 'permission' as const, questions: [permissionQuestion('x', null)] }
    expect(() => readAnswer(hidden, { choose: 'a' })).toThrow(invalid)
    const plan = { kind: 'plan' as const, questions: [planQuestion('1. …')] }
    expect(readAnswer(plan, { choose: 'approve' })).toMatchObject({ allow: true })
    expect(readAnswer(plan, { text: 'smaller' })).toMatchObject({ allow: false, text: 'smaller' })
    expect(() => readAnswer(plan, {})).toThrow(invalid)
  })

  test.each(['', ' \n'])('[INB36] a plan without a word (%j) cannot be approved, only sent back', (text) => {
    const plan = { kind: 'plan' as const, questions: [planQuestion(text)] }
    for (const choose of ['y', 'Approve']) expect(() => readAnswer(plan, { choose })).toThrow(invalid)
    expect(readAnswer(plan, { choose: 'n' })).toMatchObject({ allow: false })
  })

  test('[INB3] whatever is sent, an answer has only labels that were offered, or it is refused', () => {
    const labels = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 40 })
    const words = fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 4 })
    fc.assert(
      fc.property(labels, words, fc.tuple(fc.boolean(), fc.boolean()), (offered, choose, kinds) => {
        const [multiSelect, freeText] = kinds
        try {
          const [chosen] = read([question({ multiSelect, freeText }, ...offered)], { choose }).chosen
          expect(chosen!.labels.every((label) => offered.includes(label))).toBe(true)
          expect(chosen!.labels.length > 1 ? multiSelect : true).toBe(true)
        } catch (error) {
          expect(error).toEqual(invalid)
        }
      }),
    )
  })
})

describe('grants', () => {
  test('[INB10] a grant names the tool and exactly what it works on', () => {
    expect(grantFor('Bash', { command: 'npm test', description: 'x', timeout: 1 })).toBe('Bash(npm test)')
    expect(grantFor('Bash', { command: 'npm test', dangerouslyDisableSandbox: true })).toBe(
      'Bash(npm test) with {"dangerouslyDisableSandbox":true}',
    )
    expect(grantFor('Write', { file_path: '/a', content: 'x' })).toBe('Write(/a)')
    expect(grantFor('WebFetch', { url: 'https://a.example/x', prompt: 'p' })).toBe(
      'WebFetch(domain:a.example)',
    )
    expect(grantFor('mcp__x__y', { b: 1, a: { d: 1, c: 2 } })).toBe('mcp__x__y({"a":{"c":2,"d":1},"b":1})')
    expect(grantFor('constructor', {})).toBe('constructor({})')
  })

  test('[INB10] what cannot be shown as it is has no grant', () => {
    const shown = (length: number) => grantFor('Bash', { command: 'x'.repeat(length - 'Bash()'.length) })
    expect([shown(500)?.length, shown(501)]).toEqual([500, null])
    for (const hidden of ['\u001B[2K', '\u202E', '\r', '\u200B'])
      expect(grantFor('Bash', { command: `rm${hidden}x` })).toBeNull()
  })

  test('[INB10] two calls of a shell share a grant only when the command is the same', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const [first, second] = [one, other].map((command) => grantFor('Bash', { command }))
        if (first !== null && one !== other) expect(first).not.toBe(second)
      }),
    )
  })
})
