import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { duration, formatDuration, parseDuration } from './duration.ts'

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['1.5h', 5_400_000],
  ['30 s', 30_000],
])('[CFG12] %s is %i ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds)
})

test.each(['', 's', '30', '-5s', '5 weeks', '1h30m', '1e3s', '５s', '5S'])(
  '[CFG12] %j is no time',
  (text) => {
    expect(parseDuration(text)).toBeUndefined()
  },
)

test('[CFG12] every whole number of ms can be written and read back', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_000_000 }), (milliseconds) => {
      expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds)
    }),
  )
})

test('[CFG12] a time parses to whole ms inside its bounds, or not at all', () => {
  const schema = duration({ least: 1000, most: 60_000 })
  const written = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.string(),
    fc
      .tuple(fc.nat(100_000), fc.constantFrom('ms', 's', 'm', 'h', 'd'))
      .map(([amount, unit]) => `${amount}${unit}`),
  )
  fc.assert(
    fc.property(written, (value) => {
      const result = schema.safeParse(value)
      if (result.success) expect(Number.isInteger(result.data)).toBe(true)
      if (result.success) expect(result.data >= 1000 && result.data <= 60_000).toBe(true)
      if (!result.success) expect(result.error.issues[0]?.message).toContain('from 1s to 1m')
    }),
  )
})
