import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOwnCodes, withoutCodes } from './own-codes.ts'

const wild = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u001B', '<', ':', '>', '[', 'm', '3', '\u009B', '\r'),
    fc.string({ maxLength: 1 }),
  ),
})
// oxlint-disable-next-line no-control-regex
const driving = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/

test('[CLI43] of all codes only those of Iris are obeyed, wherever they stand', () => {
  fc.assert(
    fc.property(fc.array(wild), (texts) => {
      const { own, shown } = createOwnCodes()
      const written = shown(texts.join(own('\u001B[31m')))
      const pieces = written.split('\u001B[31m')
      expect(pieces).toHaveLength(Math.max(1, texts.length))
      for (const piece of pieces) expect(piece).not.toMatch(driving)
    }),
  )
})

test('[CLI43] a code that looks like one of Iris, of another time or guessed, is shown', () => {
  const earlier = createOwnCodes().own('\u001B[2J')
  expect(createOwnCodes().shown(earlier)).toBe(earlier.replace('\u001B', String.raw`\x1b`))
})

test('[CLI9] codes of Iris take no room', () => {
  const { own } = createOwnCodes()
  expect(withoutCodes(`${own('\u001B[31m')}three${own('\u001B[39m')}`)).toBe('three')
})
