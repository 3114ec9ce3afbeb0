import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { createMemorySamples } from './memory-samples.ts'

test('[DSH21] memory is measured once a minute, the last four hours are kept, and nothing after the end', () => {
  const clock = manualClock(0)
  let measured = 0
  const samples = createMemorySamples({ clock, read: () => ({ agents: (measured += 1), daemon: 7 }) })
  expect(samples.list()).toEqual([])
  for (let minute = 0; minute < 300; minute += 1) clock.advance(60_000)
  expect(samples.list()).toHaveLength(240)
  expect(samples.list().at(-1)).toEqual({ at: 300 * 60_000, agents: 300, daemon: 7 })
  samples.close()
  samples.close()
  clock.advance(600_000)
  expect(measured).toBe(300)
})
