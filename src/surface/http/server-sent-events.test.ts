import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../../platform/clock/index.ts'
import { rememberBlocks, sendEvents, type Batches } from './server-sent-events.ts'

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

test('[HTTP12] a silence after an event is broken too, 15 s after it', async () => {
  const clock = manualClock()
  let next: () => void = () => undefined
  const batches: Batches = async function* batches(signal) {
    await new Promise<void>((resolve) => (next = resolve))
    yield [{ seq: 1, at: 1, type: 'agent.printed', v: 1, data: { line: 'x' } }]
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  }
  const server = createServer((_, response) => void sendEvents(response, { clock, batches })).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  response.setEncoding('utf8')
  let heard = ''
  response.on('data', (piece: string) => (heard += piece))
  await expect.poll(() => heard).toBe(': connected\n\n')
  clock.advance(14_999)
  next()
  await expect.poll(() => heard).toContain('id: 1')
  clock.advance(14_999)
  await new Promise(setImmediate)
  expect(heard).not.toContain('still here')
  clock.advance(1)
  await expect.poll(() => heard).toMatch(/id: 1\n[^]*: still here\n\n$/)
  response.destroy()
})

test('[HTTP12] a stream that has ended leaves no heartbeat behind', async () => {
  const clock = manualClock()
  const ended: Promise<void>[] = []
  const written: string[] = []
  const one: Batches = async function* one() {
    yield []
    await Promise.resolve()
  }
  const server = createServer((_, response) => {
    const write = response.write.bind(response)
    response.write = (piece: string) => (written.push(piece), write(piece))
    ended.push(sendEvents(response, { clock, batches: one }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe(': connected\n\n')
  await Promise.all(ended)
  expect(clock.waiting()).toBe(0)
  clock.advance(60_000)
  expect(written).toEqual([': connected\n\n'])
})

test('[HTTP11] events that come together are written together, each once and in order', async () => {
  const events = Array.from({ length: 100 }, (_, n) => ({
    seq: n + 1,
    at: 1,
    type: 'agent.printed' as const,
    v: 1,
    data: { line: n === 50 ? 'x'.repeat(100_000) : 'line' },
  }))
  const twice: Batches = async function* twice() {
    yield events
    await Promise.resolve()
  }
  const pieces: string[] = []
  const server = createServer((_, response) => {
    const write = response.write.bind(response)
    response.write = (piece: string) => {
      pieces.push(piece)
      return write(piece)
    }
    void sendEvents(response, { clock: manualClock(), batches: twice, blockOf })
  }).listen(0, '127.0.0.1')
  const blockOf = rememberBlocks()
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  for (let reader = 0; reader < 2; reader += 1) {
    pieces.length = 0
    const text = await (await fetch(`http://127.0.0.1:${port}`)).text()
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(
      events.map(({ seq }) => seq),
    )
    expect(pieces).toHaveLength(3)
  }
})

test('[HTTP11] the newest 64 events are put into words once for all readers; a large one is not kept', () => {
  const blockOf = rememberBlocks()
  let made = 0
  const event = (seq: number, line = 'x') => {
    const data = { line, toJSON: () => ((made += 1), { line }) }
    return { seq, at: 1, type: 'agent.printed' as const, v: 1, data }
  }
  const madeFor = (...told: ReturnType<typeof event>[]) => {
    made = 0
    for (const one of told) expect(blockOf(one)).toContain(`id: ${one.seq}\n`)
    return made
  }
  const newest = Array.from({ length: 64 }, (_, n) => event(n + 1))
  expect([madeFor(...newest), madeFor(...newest)]).toEqual([64, 0])
  const [oldest, second] = newest as [(typeof newest)[number], (typeof newest)[number]]
  expect([madeFor(event(65)), madeFor(second), madeFor(oldest)]).toEqual([1, 0, 1])
  const words = (line: string) => JSON.stringify({ ...event(9), data: { line } })
  const room = 32 * 1024 - `id: 9\nevent: agent.printed\ndata: ${words('')}\n\n`.length
  const [whole, large] = [event(9, 'x'.repeat(room)), event(9, 'x'.repeat(room + 1))]
  expect([madeFor(whole, whole), madeFor(large, large)]).toEqual([1, 2])
})

test('[HTTP13] a reader that makes no room for ten seconds is dropped, one that does is not, and no timer is left', async () => {
  const clock = manualClock()
  const line = 'x'.repeat(1_000_000)
  const many: Batches = async function* many() {
    for (let seq = 1; seq <= 40; seq += 1) {
      yield [{ seq, at: 1, type: 'agent.printed' as const, v: 1, data: { line } }]
      await Promise.resolve()
    }
  }
  const ended: Promise<void>[] = []
  const server = createServer((_, response) => {
    ended.push(sendEvents(response, { clock, batches: many }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}`)).text()
  expect(text.match(/^id: /gm)).toHaveLength(40)
  await ended[0]
  expect(clock.waiting()).toBe(0)
  const [stalled] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  // It waits for room, and has no heartbeat meanwhile.
  await expect.poll(() => ended.length).toBe(2)
  await expect.poll(() => clock.waiting(9999)).toBe(1)
  clock.advance(9999)
  expect(stalled.destroyed).toBe(false)
  clock.advance(1)
  await ended[1]
  expect(clock.waiting()).toBe(0)
  stalled.destroy()
})
