import { expect, test } from 'vitest'
import { manualClock } from './clock.ts'
import { within } from './clock.ts'

test('[TEA34] what comes in time is taken, what comes late is an error', async () => {
  const clock = manualClock()
  const late = () => new Error('late')
  await expect(within(clock, Promise.resolve(1), { limit: 10, late })).resolves.toBe(1)
  await expect(within(clock, Promise.reject(new Error('own')), { limit: 10, late })).rejects.toThrow('own')
  const slow = within(clock, new Promise(() => undefined), { limit: 10, late })
  clock.advance(10)
  await expect(slow).rejects.toThrow('late')
})
