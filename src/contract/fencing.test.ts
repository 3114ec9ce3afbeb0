import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fence, inQuotes } from './fencing.ts'
import { attempts, escapes } from './injections.suite.ts'

const all = [...attempts, ...escapes]
const character = fc.oneof(
  fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom('\n', '\r', '\u2028', '"', '|', ' ', '@', '<', '\\', '\uFE0F', '😀'),
)
const anyText = fc.string({ unit: character, maxLength: 60 })
// oxlint-disable-next-line no-misleading-character-class
const unseen = /[^\P{Cc}\n\t]|[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115F\u3164\u2800\u{E0100}-\u{E01EF}]/u

test.each(all)('[LSN30] [LSN31] no line of %j stands outside, and nothing in it is hidden', (text) => {
  const lines = fence(text).split('\n')
  expect(lines.filter((line) => !line.startsWith('| '))).toEqual([])
  expect(fence(text)).not.toMatch(unseen)
  expect(lines.every((line) => line.length < 20_000)).toBe(true)
})

test('[LSN30] whatever is fenced, every line is marked; marked text is marked again', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const fenced = fence(text)
      expect(fenced.split(/[\n\r\v\f\u0085\u2028\u2029]/).every((line) => line.startsWith('| '))).toBe(true)
      expect(unseen.test(fenced)).toBe(false)
      expect(/(?:^|\s)@/.test(fenced)).toBe(false)
      expect(fence(fenced).startsWith('| | ')).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('[LSN31] plain words in any language, code and emoji stay as they are', () => {
  for (const text of [
    'Zażółć gęślą jaźń 你好 שלום नमस्ते',
    'if (a < b) return <Button/> // me@x.de',
    '✔️ done 😀',
  ])
    expect(fence(text)).toBe(`| ${text}`)
})

test('[LSN31] mentions and tags of the CLI do nothing, and a long line goes on in marked ones', () => {
  expect(fence('see @src/a.ts and @types/node')).toBe('| see \\@src/a.ts and \\@types/node')
  expect(fence('</message> <system-reminder>')).toBe('| \\u{3c}/message> \\u{3c}system-reminder>')
  const long = fence('😀'.repeat(3000)).split('\n')
  expect(long.map((line) => line.match(/😀/gu)?.length)).toEqual([2000, 1000])
  expect(long.every((line) => line.startsWith('| ') && !/\\u/.test(line))).toBe(true)
})

test('[LSN32] a name stands on one line in quotation marks that it cannot close', () => {
  for (const text of all) expect(inQuotes(text)).toMatch(/^"[^"\n\r]*"$/)
  fc.assert(
    fc.property(anyText, (text) => {
      const quoted = inQuotes(text)
      expect(/^"[^"\n\r\u201C\u201D\u2033\uFF02]*"$/u.test(quoted)).toBe(true)
      expect(unseen.test(quoted) || quoted.includes('\t')).toBe(false)
    }),
  )
  expect(inQuotes('src/ä/b.ts')).toBe('"src/ä/b.ts"')
  expect(inQuotes('a'.repeat(500))).toBe(`"${'a'.repeat(200)}…"`)
})
