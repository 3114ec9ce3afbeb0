import { expect, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { openEventStream } from './event-stream.ts'

test('[MCP32] a stream shows that it lives every 15 s, and after its end nothing more is said', async () => {
  const clock = manualClock()
  const stream = openEventStream(clock, 'at work')
  clock.advance(15_000)
  stream.send({ id: 1 })
  stream.close()
  stream.send({ id: 2 })
  clock.advance(60_000)
  stream.close()
  expect(await stream.response.text()).toBe(': at work\n\n: at work\n\nevent: message\ndata: {"id":1}\n\n')
})

test('[MCP13] a stream whose reader has gone takes what is still sent without a fault', async () => {
  const clock = manualClock()
  const stream = openEventStream(clock, 'at work')
  await stream.response.body?.cancel()
  expect(() => {
    stream.send({ id: 1 })
    clock.advance(60_000)
    stream.close()
  }).not.toThrow()
})
