import { afterEach, beforeEach, expect, test } from 'vitest'
import { IrisError } from '../../contract/index.ts'
import { manualClock, type ManualClock } from '../../platform/clock/index.ts'
import { playOrchestrator, secrets, serveMcp } from '../../../test/support/mcp.ts'
import { call, eras, mcpClients } from './clients.suite.ts'

let play: ReturnType<typeof playOrchestrator>
let server: Awaited<ReturnType<typeof serveMcp>>
let clock: ManualClock
let settle: () => void
const clients = mcpClients(() => server.url)

beforeEach(async () => {
  play = playOrchestrator()
  clock = manualClock(1_000)
  settle = () => undefined
  server = await serveMcp({ orchestrator: play.orchestrator, clock, settle: () => settle() })
})
afterEach(async () => {
  await clients.end()
  await server.end()
})

const tell = { name: 'team_tell', arguments: { to: 'alpha', message: 'x' } }
const asCall = (params: object) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
const typeOf = ({ headers }: Response): string | null => headers.get('content-type')

function post(message: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL('/mcp', server.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secrets.human}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(message),
  })
}

test('[MCP32] a result that is soon there comes in one piece', async () => {
  const answer = post(asCall(tell))
  ;(await play.told()).ends('done')
  const response = await answer
  expect(typeOf(response)).toBe('application/json')
  expect(await response.json()).toMatchObject({
    jsonrpc: '2.0',
    id: 7,
    result: { structuredContent: { status: 'answered', text: 'done' } },
  })
})

test('[MCP32] whoever waits for longer than a second has a stream that never falls silent', async () => {
  const answer = post(asCall(tell))
  const turn = await play.told()
  clock.advance(1000)
  const response = await answer
  expect(typeOf(response)).toBe('text/event-stream')
  clock.advance(15_000)
  turn.ends('late')
  const events = await response.text()
  expect(events.match(/^: at work$/gm)).toHaveLength(2)
  expect(events).toContain('"text":"late"')
})

test('[MCP32] the first thing there is to show opens the stream', async () => {
  const answer = post(asCall({ ...tell, _meta: { progressToken: 'p' } }))
  const turn = await play.told()
  const response = await answer
  expect(typeOf(response)).toBe('text/event-stream')
  turn.ends('shown')
  const events = await response.text()
  expect(events.indexOf('notifications/progress')).toBeLessThan(events.indexOf('"text":"shown"'))
})

test('[MCP32] what is not a plain call is left to the rules of MCP', async () => {
  const statusOf = async (message: object, headers?: Record<string, string>) =>
    (await post(message, headers)).status
  const plain = asCall({ name: 'team_teams', arguments: {} })
  expect(await statusOf(plain)).toBe(200)
  expect(await statusOf(plain, { 'content-type': 'text/plain' })).toBe(415)
  expect(await statusOf(plain, { accept: 'application/json' })).toBe(406)
  expect(await statusOf(plain, { 'mcp-protocol-version': '1999-01-01' })).toBe(400)
  const unknown = await post(asCall({ name: 'team_nothing' }))
  expect(await unknown.text()).toContain('There is no tool team_nothing for you.')
  const wrong = await post({ ...plain, params: { name: 5 } })
  expect(await wrong.text()).toContain('"error"')
})

test.each(eras)('[MCP33] a %s client hears of a change once it is on disk', async (era) => {
  const client = await clients.connect({ era })
  settle = () => {
    throw new IrisError('NOT_ON_DISK', 'no disk today')
  }
  expect(await call(client, 'team_quick_tell', tell.arguments)).toMatchObject({
    code: 'NOT_ON_DISK',
    details: { done: { status: 'accepted', to: 'alpha' } },
  })
  expect(await call(client, 'team_teams')).toMatchObject({ status: 'ok' })
})
