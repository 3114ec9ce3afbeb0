import { expect, test } from 'vitest'
import { manualClock } from './clock.ts'
import { createMoments } from './moments.ts'

const day = 86_400_000

test('[DMN17] a date keeps its moment however the clock is set, and a new process finds it anew', () => {
  const clock = manualClock(5 * day)
  clock.advance(1000)
  const moments = createMoments(clock)
  const date = clock.now()
  expect(clock.steady() - moments.of(date)).toBe(0)
  clock.setDate(day)
  clock.advance(500)
  expect(clock.steady() - moments.of(date)).toBe(500)
  clock.setDate(-2 * day)
  expect(clock.steady() - moments.of(date)).toBe(500)
  expect(clock.steady() - createMoments(clock).of(clock.now() - 3000)).toBe(3000)
})

test('[DMN17] a date that lies ahead, because the clock was set back, counts from when it is met', () => {
  const clock = manualClock(5 * day)
  const moments = createMoments(clock)
  const ahead = clock.now() + day
  expect(moments.of(ahead)).toBe(clock.steady())
  clock.advance(1000)
  expect(clock.steady() - moments.of(ahead)).toBe(1000)
})

test('[DMN17] only so many dates are kept; one that was dropped is met anew', () => {
  const clock = manualClock(5 * day)
  const moments = createMoments(clock)
  const first = clock.now()
  expect(moments.of(first)).toBe(0)
  for (let n = 1; n <= 10_000; n += 1) moments.of(n)
  clock.setDate(day)
  expect(moments.of(first)).toBe(-day)
})
