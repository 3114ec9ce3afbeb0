import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineReader } from './line-reader.ts'

const read = (chunks: readonly string[], maxBytes = 20): string[] => {
  const reader = createLineReader(maxBytes)
  return chunks.flatMap((chunk) =>
    reader.push(Buffer.from(chunk)).map((found) => ('line' in found ? found.line.toString() : 'TOO LONG')),
  )
}

test('[IRC3] lines end with either character or both, and empty ones are none', () => {
  expect(read(['one\r\ntwo\nthree\rfour', '\r\n\r\n'])).toEqual(['one', 'two', 'three', 'four'])
})

test('[IRC3] a line that is too long is told once, and the next is read again', () => {
  expect(read(['x'.repeat(15), 'x'.repeat(15), 'x'.repeat(90_000), '\nnext\n'])).toEqual(['TOO LONG', 'next'])
})

test('[IRC3] a line of just the greatest length is read', () => {
  expect(read([`${'x'.repeat(20)}\r\n${'x'.repeat(21)}\r\n`])).toEqual(['x'.repeat(20), 'TOO LONG'])
})

test('[IRC3] lines are the same however their bytes are divided', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n') })
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < whole.length).toSorted((a, b) => a - b), whole.length]
      const parts = places.slice(1).map((end, place) => whole.slice(places[place], end))
      expect(read(parts)).toEqual(read([whole]))
    }),
  )
})
