import { expect, test } from 'vitest'
import type { Event } from '../../contract/index.ts'
import { createRecent, type Recent } from './recent.ts'

/** Fills it with so many events of one size, and says which numbers it still has. */
function keptOf(recent: Recent, { count, size }: { count: number; size: number }): number[] {
  for (let seq = 1; seq <= count; seq += 1) recent.push([eventOf(seq)], [size])
  const numbers = Array.from({ length: count }, (_, seq) => seq)
  const from = numbers.find((seq) => recent.after(seq, count) !== undefined) ?? count
  return recent.after(from, count)?.map(({ seq }) => seq) ?? []
}
const eventOf = (seq: number): Event => ({
  seq,
  at: 0,
  v: 1,
  type: 'daemon.stopped',
  data: { reason: 'x' },
})

test('[LOG12] of small events some thousand are kept, the newest ones and without a gap', () => {
  const kept = keptOf(createRecent(0), { count: 5000, size: 10 })
  expect(kept.length).toBeGreaterThanOrEqual(1024)
  expect(kept.length).toBeLessThanOrEqual(2048)
  expect(kept).toEqual(Array.from(kept, (_, place) => 5001 - kept.length + place))
})

test('[LOG12] of large events only as many are kept as have a mebibyte together', () => {
  const size = 300_000
  const kept = keptOf(createRecent(0), { count: 50, size })
  expect(kept.length * size).toBeLessThanOrEqual(1024 * 1024)
  expect(kept.at(-1)).toBe(50)
  // When it is too much, half of it is let go at once.
  expect(keptOf(createRecent(0), { count: 4, size })).toEqual([4])
  expect(keptOf(createRecent(0), { count: 5, size: 2 * 1024 * 1024 })).toEqual([])
})
