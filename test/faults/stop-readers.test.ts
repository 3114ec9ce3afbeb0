import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDaemon } from '../support/daemon.ts'

let world: Awaited<ReturnType<typeof openDaemon>>
const sockets: Socket[] = []
/** After this time `iris stop` no longer waits. */
const tooLong = 15_000

beforeEach(async () => {
  world = await openDaemon()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await world.end()
})

/** A client that asks for the stream, hears the answer, and from then on does nothing, not even hang up. */
async function openReader(token: string): Promise<string> {
  const { hostname, port } = new URL(world.daemon.url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  sockets.push(socket)
  socket.write(
    [
      'GET /api/stream HTTP/1.1',
      `host: ${hostname}:${port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      `authorization: Bearer ${token}`,
      '',
      '',
    ].join('\r\n'),
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString('utf8').split('\r\n')[0] ?? ''
}

for (const [who, answer] of [
  ['whose connection was refused', 'HTTP/1.1 401'],
  ['of the stream', 'HTTP/1.1 101'],
] as const)
  test(`[DMN5] a reader ${who} and that never hangs up does not hold a stop up`, async () => {
    const isRefused = answer.endsWith('401')
    expect(await openReader(isRefused ? 'iris_wrong' : world.daemon.token)).toContain(answer)
    const late = new Promise((resolve) => setTimeout(() => resolve('late'), tooLong).unref())
    expect(await Promise.race([world.daemon.close('test'), late])).toBeUndefined()
  })
