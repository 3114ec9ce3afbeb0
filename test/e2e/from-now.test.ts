import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../../src/client/index.ts'
import type { EventEnvelope } from '../../src/contract/index.ts'
import { openDaemon } from '../support/daemon.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

const authorized = () => ({ authorization: `Bearer ${world.daemon.token}` })
const printed = (line: string) =>
  world.daemon.log.write((append) => append({ type: 'agent.printed', data: { line } }))
const lineOf = (event: EventEnvelope) => (event.data as { line: string }).line

async function take(events: AsyncGenerator<EventEnvelope>, count: number): Promise<EventEnvelope[]> {
  const taken: EventEnvelope[] = []
  for await (const event of events) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

test('[HTTP33] from now on: nothing of before comes, as a page, as a stream and over the WebSocket', async () => {
  const types = ['agent.printed']
  printed('before')
  const page = await world.client.call('readEvents', { from: 'now', types })
  expect(page).toMatchObject({ events: [], next: world.daemon.log.head() })
  let isOpen = false
  const live = take(world.client.events({ from: 'now', types, onState: () => (isOpen = true) }), 1)
  const address = `${world.daemon.url.replace('http', 'ws')}/api/stream?from=now&types=agent.printed`
  const socket = new WebSocket(address, { headers: authorized() })
  const heard = once(socket, 'message')
  await once(socket, 'open')
  await expect.poll(() => isOpen).toBe(true)
  printed('after')
  expect((await live).map(lineOf)).toEqual(['after'])
  const [message] = (await heard) as [Buffer]
  expect(lineOf(JSON.parse(message.toString()) as EventEnvelope)).toBe('after')
  socket.close()
  const all = await take(world.client.events({ after: 0 }), 1)
  expect(all[0]?.seq).toBe(1)
})

test('[HTTP33] a reader from now on that loses its connection before anything came misses nothing', async () => {
  let connections = 0
  const client = createClient({
    url: world.daemon.url,
    token: world.daemon.token,
    async send(url, init) {
      connections += 1
      if (connections > 1) return fetch(url, init)
      const cut = new AbortController()
      const response = await fetch(url, { ...init, signal: cut.signal })
      let said = ''
      for await (const chunk of response.body ?? []) {
        said += Buffer.from(chunk as Uint8Array).toString('utf8')
        if (/\nid: \d+\n\n/.test(said)) break
      }
      cut.abort()
      printed('in between')
      return new Response(said)
    },
  })
  const [event] = await take(client.events({ from: 'now', types: ['agent.printed'] }), 1)
  expect([event && lineOf(event), connections]).toEqual(['in between', 2])
})
