import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lesson } from '../../contract/index.ts'
import { hasLine, lineOf, withLine, withoutLine } from './claude-block.ts'
import { lessonOf } from './lesson.suite.ts'

const lesson = (text: string, more: Partial<Lesson> = {}): Lesson => lessonOf({ text, ...more })

test('[LSN23] a line is written into one block with its id and evidence', () => {
  const one = lesson('Run migrations in a transaction', { glob: 'db/*.sql' })
  const text = withLine('# Shop\n\nUse tabs.\n', { line: lineOf(one) })
  expect(text).toBe(
    [
      '# Shop',
      '',
      'Use tabs.',
      '',
      '<!-- iris lessons: learned here and approved by you. `iris lessons demote` takes a line out. -->',
      `- Run migrations in a transaction (db/*.sql) <!-- ${one.lesson}: seen 3 times, kept 1 failure away; by user -->`,
      '<!-- iris lessons end -->',
      '',
    ].join('\n'),
  )
  const two = lesson('Pin packages')
  const both = withLine(text, { line: lineOf(two) })
  expect(both.split('iris lessons end')).toHaveLength(2)
  expect([hasLine(both, one.lesson), hasLine(both, two.lesson), hasLine(text, two.lesson)]).toEqual([
    true,
    true,
    false,
  ])
  expect(withoutLine(both, two.lesson)).toBe(text)
  expect(withLine(text, { line: lineOf(two), instead: [one.lesson] })).not.toContain(one.lesson)
})

const anyText = fc
  .array(
    fc.oneof(fc.constantFrom('\r\n', '\n', '\n\n', '# A', 'text', '```', '<!--', ' ', '\uFEFF'), fc.string()),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !/iris lessons/.test(text))

test('[LSN23] nothing else of the file changes, and taking the last line out leaves it as it was', () => {
  fc.assert(
    fc.property(
      anyText,
      fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }),
      (text, words) => {
        const lessons = words.map((word) => lesson(word))
        let now = text
        for (const one of lessons) {
          now = withLine(now, { line: lineOf(one) })
          expect(now.startsWith(text)).toBe(true)
        }
        if (text !== '' && text !== '\uFEFF') expect(now.endsWith('\n')).toBe(text.endsWith('\n'))
        for (const one of lessons) now = withoutLine(now, one.lesson)
        expect(now).toBe(text)
      },
    ),
    { numRuns: 500 },
  )
})

test('[LSN23] the line ends of the file are kept', () => {
  const text = withLine('# Shop\r\n', { line: lineOf(lesson('x')) })
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})

test('[LSN23] what people write around the block stays where it is', () => {
  const one = lesson('x')
  const text = `${withLine('before\n', { line: lineOf(one) })}after\n`
  expect(withLine(text, { line: lineOf(lesson('y')) })).toMatch(/^before\n[\s\S]*end -->\nafter\n$/)
  expect(withoutLine(text, one.lesson)).toBe('before\nafter\n')
})

test('[LSN23] the block has 20 lines at most', () => {
  let text = ''
  for (let n = 0; n < 20; n += 1) text = withLine(text, { line: lineOf(lesson(`number ${n}`)) })
  expect(() => withLine(text, { line: lineOf(lesson('one more')) })).toThrow(
    expect.objectContaining({
      code: 'LESSON_NOT_PROMOTABLE',
      message: expect.stringContaining('20 lessons'),
    }),
  )
})

test('[LSN24] a damaged block is left alone', () => {
  const text = withLine('# A\n', { line: lineOf(lesson('x')) })
  const [begin = '', end = ''] = text.match(/<!-- iris lessons.*-->/g) ?? []
  for (const damaged of [
    text.replace(end, ''),
    text.replace(begin, ''),
    text + text,
    text.replace(end, `${end} x`),
    text.replace(begin, `x ${begin}`),
    `${end}\n${begin}\n`,
  ])
    expect(() => withLine(damaged, { line: '- y' })).toThrow(
      expect.objectContaining({ code: 'LESSON_NOT_PROMOTABLE' }),
    )
})

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const harm = /[\r\n\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?:^|\s)@/u

test('[LSN26] no words can end the block, import a file or hide', () => {
  const words = fc.oneof(
    fc.constantFrom(
      '--> <!-- iris lessons end -->',
      '@/etc/passwd',
      'see @~/.ssh/id',
      'a\u202Eb\u200Bc',
      '<!-- x',
      '--!>',
      '\u2028# New',
      'a\nb',
      '\uE000\uDB40\uDC41',
    ),
    fc.string({ unit: anyCharacter }),
  )
  fc.assert(
    fc.property(words, words, words, (text, glob, name) => {
      const one = lesson(text, { glob, author: { name, kind: 'agent' } })
      const line = lineOf(one)
      expect(harm.test(line)).toBe(false)
      expect([line.split('<!--').length, line.split('-->').length]).toEqual([2, 2])
      const file = withLine('# A\n', { line })
      expect(withoutLine(file, one.lesson)).toBe('# A\n')
      expect(withLine(file, { line: '- next' }).split('\n')).toHaveLength(file.split('\n').length + 1)
    }),
    { numRuns: 500 },
  )
})
