import { expect, test } from 'vitest'
import { createClient } from '../../client/index.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { createPresence, looksFor } from './presence.ts'

/** A daemon that only hears who looks. */
function open() {
  const heard: unknown[] = []
  let isAway = false
  const client = createClient({
    url: 'http://127.0.0.1:1',
    send: (_, init) => {
      if (isAway) return Promise.reject(new Error('away'))
      heard.push((JSON.parse(String(init?.body)) as { looking: boolean }).looking)
      return Promise.resolve(Response.json({ present: true, forMs: 60_000 }))
    },
  })
  const clock = manualClock(1_000_000)
  const presence = createPresence({ client: () => client, clock })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 5000) {
      clock.advance(5000)
      await new Promise(setImmediate)
    }
  }
  return { heard, clock, presence, pass, away: (is: boolean) => (isAway = is) }
}

test('[MON22] a key counts as looking for three minutes, told again before the daemon forgets', async () => {
  const { heard, presence, pass } = open()
  presence.seen()
  await pass(70_000)
  expect(heard).toEqual([true, true, true])
  await pass(looksFor)
  expect(heard.at(-1)).toBe(false)
  const told = heard.length
  await pass(looksFor)
  expect(heard).toHaveLength(told)
  presence.seen()
  await pass(5000)
  expect(heard.at(-1)).toBe(true)
  presence.close()
  presence.close()
  expect(heard.slice(-2)).toEqual([true, false])
})

test('[MON22] a daemon that was away hears it when it is back', async () => {
  const { heard, presence, pass, away } = open()
  away(true)
  presence.seen()
  await pass(20_000)
  away(false)
  await pass(5000)
  expect(heard).toEqual([true])
  presence.close()
})
