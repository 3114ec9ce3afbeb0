import { once } from 'node:events'
import { createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import fc from 'fast-check'
import { IrisError } from '../../contract/index.ts'
import type { AgentEvent } from '../../core/transport/index.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { sendOverHttp } from '../connection/index.ts'
import { runBridge } from './index.ts'
import { linesOf } from './lines.ts'
import type { Place } from './upstream.ts'

let play: ReturnType<typeof playOrchestrator>
let server: Awaited<ReturnType<typeof serveMcp>>
let find: () => Promise<Place>
const bridges: Bridge[] = []

beforeEach(async () => {
  play = playOrchestrator()
  server = await serveMcp({ orchestrator: play.orchestrator })
  find = async () => placeAt(server.url)
})
afterEach(async () => {
  for (const bridge of bridges.splice(0)) {
    bridge.input.end()
    bridge.output.destroy()
    await bridge.ended
  }
  await server.end()
})

type Received = {
  id?: number | null
  method?: string
  params?: { message?: string }
  result?: { structuredContent?: Record<string, unknown> }
  error?: { code: number; message: string; data?: { code: string } }
}

interface Bridge {
  input: PassThrough
  output: PassThrough
  ended: Promise<void>
  send(message: object): void
  receive(): Promise<Received>
}

/** A daemon that is reached at this address. */
const placeAt = (url: string, token = secrets.human): Place => ({
  send: ({ pathname }, options) => sendOverHttp(new URL(pathname, url), options),
  token,
})

function openBridge(cwd = '/nowhere'): Bridge {
  const input = new PassThrough()
  const output = new PassThrough()
  const ended = runBridge({ input, output, cwd, find: () => find() })
  const lines = linesOf(output.setEncoding('utf8'))
  const bridge = {
    input,
    output,
    ended,
    send: (message: object) => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    async receive(): Promise<Received> {
      const { value } = await lines.next()
      return JSON.parse(String(value)) as Received
    },
  }
  bridges.push(bridge)
  return bridge
}

const tell = (id: number, message: string, meta = {}) => ({
  id,
  method: 'tools/call',
  params: { name: 'team_tell', arguments: { to: 'alpha', message }, ...meta },
})
const said = (text: string): AgentEvent => ({
  kind: 'said',
  message: 'm',
  model: 'x',
  parts: [{ type: 'text', text }],
})

test('[BRG1] a call, its progress and its answer are carried', async () => {
  const bridge = openBridge()
  bridge.send(tell(1, 'hello', { _meta: { progressToken: 7 } }))
  const turn = await play.told()
  expect(await bridge.receive()).toMatchObject({ method: 'notifications/progress' })
  turn.prints(said('working'))
  expect(await bridge.receive()).toMatchObject({ params: { progressToken: 7, message: 'working' } })
  turn.ends('done')
  expect(await bridge.receive()).toMatchObject({ id: 1, result: { structuredContent: { text: 'done' } } })
})

test('[BRG2] a cancelled call is hung up on and the others go on', async () => {
  const bridge = openBridge()
  bridge.send(tell(1, 'first'))
  const first = await play.told()
  bridge.send(tell(2, 'second'))
  const second = await play.told()
  bridge.send({ method: 'notifications/cancelled', params: { requestId: 1 } })
  await server.idle(1)
  first.ends('unheard')
  second.ends('heard')
  expect(await bridge.receive()).toMatchObject({ id: 2, result: { structuredContent: { text: 'heard' } } })
})

test('[BRG4] a restart between two calls is not noticed', async () => {
  const bridge = openBridge()
  bridge.send({ id: 1, method: 'tools/list' })
  expect(await bridge.receive()).toMatchObject({ id: 1 })
  await server.end()
  bridge.send(tell(2, 'while it is away'))
  server = await serveMcp({ orchestrator: play.orchestrator })
  const turn = await play.told()
  turn.ends('still here')
  expect(await bridge.receive()).toMatchObject({
    id: 2,
    result: { structuredContent: { text: 'still here' } },
  })
  expect(play.turns).toHaveLength(1)
})

test('[BRG4] a daemon that is about to stop takes nothing, and the next one gets the call', async () => {
  const bridge = openBridge()
  const old = server
  await old.handler.close()
  bridge.send(tell(1, 'in between'))
  server = await serveMcp({ orchestrator: play.orchestrator })
  ;(await play.told()).ends('taken')
  expect(await bridge.receive()).toMatchObject({ id: 1, result: { structuredContent: { text: 'taken' } } })
  await old.end()
})

test('[BRG4] a daemon that cannot be started is an error with its reason, and the next call tries again', async () => {
  const bridge = openBridge()
  const works = find
  find = () => Promise.reject(new IrisError('DAEMON_DID_NOT_START', 'The port is taken.'))
  bridge.send(tell(1, 'x'))
  const refused = await bridge.receive()
  expect(refused).toMatchObject({ id: 1, error: { data: { code: 'DAEMON_DID_NOT_START' } } })
  expect(refused.error?.message).toContain('The port is taken.')
  find = works
  bridge.send({ id: 2, method: 'ping' })
  expect(await bridge.receive()).toMatchObject({ id: 2, result: {} })
})

test('[BRG5] a call that was cut is answered so and not sent again', async () => {
  const bridge = openBridge()
  bridge.send(tell(1, 'once'))
  await play.told()
  await server.end()
  expect(await bridge.receive()).toMatchObject({ id: 1, error: { data: { code: 'CALL_CUT' } } })
  server = await serveMcp({ orchestrator: play.orchestrator })
  expect(play.turns).toHaveLength(1)
})

test('[BRG5] so is one whose connection broke before any answer', async () => {
  const silent = createServer((socket) => socket.once('data', () => socket.destroy()))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  find = async () => placeAt(`http://127.0.0.1:${port}`)
  const bridge = openBridge()
  bridge.send(tell(1, 'once'))
  expect(await bridge.receive()).toMatchObject({ id: 1, error: { data: { code: 'CALL_CUT' } } })
  silent.close()
})

test('[BRG6] refusals and broken lines are answered and the bridge goes on', async () => {
  const works = find
  find = async () => placeAt(server.url, 'iris_wrong')
  const bridge = openBridge()
  bridge.send({ id: 1, method: 'ping' })
  expect(await bridge.receive()).toMatchObject({ id: 1, error: { data: { code: 'TOKEN_INVALID' } } })
  for (const line of ['not json', '[1]', '"text"', '{}']) {
    bridge.input.write(`${line}\n`)
    expect(await bridge.receive()).toMatchObject({ id: null, error: { code: -32_600 } })
  }
  find = works
  const other = openBridge()
  other.send({ id: 'text', method: 'ping' })
  expect(await other.receive()).toMatchObject({ id: 'text', result: {} })
})

test('[BRG6] lines come out whole however the text is cut, and one that is too long is passed over', async () => {
  const line = fc.string({ maxLength: 30 }).filter((text) => !text.includes('\n'))
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(40)), async (lines, cuts) => {
      const text = lines.map((one) => `${one}\n`).join('')
      async function* chunks(): AsyncGenerator<string> {
        let from = 0
        for (const size of cuts) yield text.slice(from, (from += size))
        yield text.slice(from)
      }
      const found: (string | null)[] = []
      for await (const one of linesOf(chunks())) found.push(one)
      expect(found).toEqual(lines.filter((one) => one.trim() !== ''))
    }),
  )
  async function* long(): AsyncGenerator<string> {
    yield* ['a\nxxxx', 'xxxx', 'xxxx\nb', '\n']
  }
  const found: (string | null)[] = []
  for await (const one of linesOf(long(), 6)) found.push(one)
  expect(found).toEqual(['a', null, 'b'])
})

test('[BRG7] the daemon knows the folder the client works in', async () => {
  const bridge = openBridge('/projects/alpha/ünder')
  bridge.send({ id: 1, method: 'tools/call', params: { name: 'team_getTeamName', arguments: {} } })
  expect(await bridge.receive()).toMatchObject({ result: { structuredContent: { name: 'alpha' } } })
})

test('[BRG8] the bridge ends when the client has closed its side and its calls are answered', async () => {
  const bridge = openBridge()
  bridge.send(tell(1, 'last'))
  bridge.input.end()
  const turn = await play.told()
  turn.ends('bye')
  expect(await bridge.receive()).toMatchObject({ id: 1 })
  await bridge.ended
})

test('[BRG8] the bridge ends when nobody reads it any more', async () => {
  const bridge = openBridge()
  bridge.send(tell(1, 'unheard'))
  await play.told()
  bridge.output.destroy()
  await bridge.ended
  await server.idle(0)
})
