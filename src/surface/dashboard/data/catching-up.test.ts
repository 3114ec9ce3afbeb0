import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventEnvelope } from '../../../contract/index.ts'
import { createTaken } from './catching-up.ts'

const event = (seq: number): EventEnvelope => ({ seq, at: seq, type: 'daemon.started', v: 1, data: {} })

test('[DSH40] whatever is brought late, twice or with gaps, each event is taken once and in order', async () => {
  const brought = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(brought, fc.integer({ min: 0, max: 30 }), async (numbers, after) => {
      const seen: number[] = []
      const taken = createTaken({
        after,
        signal: new AbortController().signal,
        onEvent: ({ seq }) => seen.push(seq),
        read: async (from) => [from + 1, from + 2, from + 3].filter((seq) => seq <= 60).map(event),
      })
      const last = Math.max(after, ...numbers)
      for (const [place, seq] of numbers.entries()) {
        if (place % 3 === 0) taken.reach(seq)
        else taken.take(event(seq))
        if (place % 5 === 0) await Promise.resolve()
      }
      await expect.poll(() => taken.last(), { interval: 1 }).toBeGreaterThanOrEqual(last)
      expect(seen).toEqual(seen.map((_, place) => after + 1 + place))
    }),
  )
})

test('[DSH40] a page that cannot be read is read when somebody tells of the log again', async () => {
  const seen: number[] = []
  let reads = 0
  const taken = createTaken({
    after: 4,
    signal: new AbortController().signal,
    onEvent: ({ seq }) => seen.push(seq),
    read: (from) =>
      (reads += 1) === 1 ? Promise.reject(new Error('away')) : Promise.resolve([event(from + 1)]),
  })
  taken.take(event(7))
  expect(reads).toBe(1)
  await expect.poll(() => (taken.reach(7), seen)).toEqual([5, 6, 7])
})
