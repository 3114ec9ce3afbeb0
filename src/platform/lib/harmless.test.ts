import fc from 'fast-check'
import { expect, test } from 'vitest'
import { harmless, harmlessJson } from './index.ts'

// oxlint-disable-next-line no-control-regex
const driving = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
/** Text in which there is something to clean. */
const wild = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u001B',
      '\u009B',
      '\u0007',
      '\r',
      '\b',
      '\u007F',
      '\u202E',
      '\u2066',
      '\n',
      '\t',
      '[',
      '\\',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

test('[CLI43] nothing that drives a terminal is left of any text, and the rest stays as it was', () => {
  fc.assert(
    fc.property(wild, wild, (text, more) => {
      expect(harmless(text)).not.toMatch(driving)
      // However a text is cut into pieces on its way.
      expect(harmless(text) + harmless(more)).toBe(harmless(text + more))
      const calm = text.replaceAll(new RegExp(driving, 'g'), '')
      expect(harmless(calm)).toBe(calm)
    }),
  )
})

test('[CLI43] JSON holds nothing that drives a terminal either, and means the same', () => {
  fc.assert(
    fc.property(fc.record({ text: wild, list: fc.array(wild) }), (value) => {
      const json = harmlessJson(value)
      expect(json).not.toMatch(driving)
      expect(JSON.parse(json)).toEqual(value)
    }),
  )
})
