import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDaemon } from '../support/daemon.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
beforeAll(async () => {
  world = await openDaemon()
})
afterAll(() => world.end())

test('[HTTP6] a client that resets its connection while it is refused does the daemon no harm', async () => {
  const { hostname, port } = new URL(world.daemon.url)
  for (let round = 0; round < 20; round += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `GET /api/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    socket.resetAndDestroy()
    await once(socket, 'close')
  }
  expect((await world.client.call('getStatus', {})).readers).toBe(0)
})

test('[HTTP14] a malformed frame ends its own socket and nothing else', async () => {
  const socket = new WebSocket(`${world.daemon.url.replace('http', 'ws')}/api/stream`, {
    headers: { authorization: `Bearer ${world.daemon.token}` },
  })
  await once(socket, 'open')
  const raw = (socket as unknown as { _socket: { write(bytes: Buffer): void } })._socket
  raw.write(Buffer.from([0x81, 0x01, 0x41]))
  await once(socket, 'close')
  await expect.poll(async () => (await world.client.call('getStatus', {})).readers).toBe(0)
})

test('[DMN5] [HTTP15] a WebSocket whose reader answers nothing does not hold a stop up', async () => {
  const { daemon, end } = await openDaemon()
  const { hostname, port } = new URL(daemon.url)
  const client = connect(Number(port), hostname)
  const head = [
    'GET /api/stream HTTP/1.1',
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${daemon.token}`,
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
  ]
  client.write(`${head.join('\r\n')}\r\n\r\n`)
  const [first] = (await once(client, 'data')) as [Buffer]
  expect(first.toString('latin1')).toContain('101 Switching Protocols')
  client.resume()
  const cut = once(
    client.on('error', () => undefined),
    'close',
  )
  const start = performance.now()
  await end()
  await cut
  // It is given two seconds; by itself such a socket would stay for thirty.
  expect(performance.now() - start).toBeLessThan(20_000)
})
