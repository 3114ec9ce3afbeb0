import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { sendEvents, type Batches } from './server-sent-events.ts'

test('[HTTP12] a stream is answered at once and sends a heartbeat every 15 s', async () => {
  const clock = manualClock()
  const silent: Batches = async function* silent(signal) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    yield []
  }
  const server = createServer((_, response) => void sendEvents(response, { clock, batches: silent })).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  const heard = async () => ((await once(response, 'data')) as [string])[0]
  expect(response.headers['content-type']).toContain('text/event-stream')
  expect(await heard()).toBe(': connected\n\n')
  for (let beat = 0; beat < 3; beat += 1) {
    const next = heard()
    clock.advance(15_000)
    expect(await next).toBe(': still here\n\n')
  }
  response.destroy()
})
