import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from './cutting.ts'

test('[IRC4] a text is cut after a word when there is one in the second half', () => {
  expect(cutText('one two three four', 10)).toEqual(['one two ', 'three four'])
})

test('[IRC4] pieces are short enough, whole characters, and together the text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '€', '😀'), maxLength: 300 })
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (whole, maxBytes) => {
      const pieces = cutText(whole, maxBytes)
      expect(pieces.join('')).toBe(whole)
      for (const piece of pieces) {
        expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(maxBytes)
        expect(piece).not.toContain('\uFFFD')
      }
    }),
  )
})
