import { expect, test } from 'vitest'
import { waitedFor } from './spans.ts'

const span = (from: number, until: number | null) => ({ from, until })

test('[TEA82] waits that overlap count once, in whatever order they are told', () => {
  const spans = [span(50, 60), span(10, 20), span(15, 30), span(12, 18)]
  for (const told of [spans, spans.toReversed()]) expect(waitedFor(told, 100)).toBe(30)
  expect(waitedFor([], 100)).toBe(0)
})

test('[TEA82] a wait counts until the turn ended, also one that is open or went on after it', () => {
  expect(waitedFor([span(90, null)], 100)).toBe(10)
  expect(waitedFor([span(90, 120)], 100)).toBe(10)
  expect(waitedFor([span(100, null), span(110, 120)], 100)).toBe(0)
})
