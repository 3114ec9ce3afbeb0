import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quietFor } from './quiet-hours.ts'

const at = (hours: number, minutes = 0) => new Date(2030, 5, 5, hours, minutes).getTime()
const hour = 3_600_000

test('[NTF4] quiet hours may go over midnight', () => {
  const night = { from: '22:00', to: '07:00' }
  expect([21, 22, 23, 0, 6, 7].map((time) => quietFor(night, at(time)) / hour)).toEqual([0, 9, 8, 7, 1, 0])
  const noon = { from: '12:00', to: '13:30' }
  expect([quietFor(noon, at(11, 59)), quietFor(noon, at(13)), quietFor(noon, at(13, 30))]).toEqual([
    0,
    hour / 2,
    0,
  ])
  expect(quietFor({ from: '08:00', to: '08:00' }, at(8))).toBe(0)
})

test('[NTF4] at the moment they say they end, they have ended', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const now = fc.integer({ min: Date.UTC(2029, 0, 1), max: Date.UTC(2031, 0, 1) })
  fc.assert(
    fc.property(time, time, now, (from, to, moment) => {
      const left = quietFor({ from, to }, moment)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThanOrEqual(25 * hour)
      if (left > 0) expect(quietFor({ from, to }, moment + left)).toBe(0)
    }),
  )
})
