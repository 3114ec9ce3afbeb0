import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createClient } from '../../src/client/index.ts'
import { homeFiles, newId, type AgentId } from '../../src/contract/index.ts'
import { openAgentSecrets } from '../../src/core/tokens/index.ts'
import { leapingClock } from '../support/leaping-clock.ts'
import { openTeams, writeFakeClaude, type TeamWorld } from '../support/teams.ts'

const clock = leapingClock()
let world: TeamWorld
let scratch = ''
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'iris-stays-'))
  // It takes a message and never answers.
  const claudePath = writeFakeClaude(join(scratch, 'claude'), 'init()')
  const lines = '  - when: { says: hello }\n    reply: Hello.\n'
  world = await openTeams({ lines, teams: { alpha: { claudePath }, beta: { claudePath } }, clock })
})
afterAll(async () => {
  await world.end()
  rmSync(scratch, { recursive: true, force: true })
})

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const printed = (line: string) =>
  world.daemon.log.write((append) => append({ type: 'agent.printed', data: { line } }))

/** What a live stream said until it was ended. */
interface Listening {
  heard: () => string
  ended: Promise<unknown>
}

async function listen(headers: Record<string, string>): Promise<Listening> {
  const url = new URL(`/api/events?after=${world.daemon.log.head()}`, world.daemon.url)
  const sent = httpRequest(url, { headers: { accept: 'text/event-stream', ...headers } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let heard = ''
  response.setEncoding('utf8').on('data', (text: string) => (heard += text))
  expect(response.statusCode).toBe(200)
  return { heard: () => heard, ended: once(response, 'end') }
}

async function openSocket(secret: string): Promise<{ heard: string[]; ended: Promise<unknown[]> }> {
  const url = `${world.daemon.url.replace('http', 'ws')}/api/stream?after=${world.daemon.log.head()}`
  const socket = new WebSocket(url, { headers: bearer(secret) })
  const heard: string[] = []
  socket.on('message', (data: Buffer) => heard.push(data.toString()))
  await once(socket, 'open')
  return { heard, ended: once(socket, 'close') }
}

/** A browser that was let in. */
async function letIn(): Promise<Record<string, string>> {
  const { url } = await world.client.call('createLoginLink', {})
  const origin = world.daemon.url
  const body = JSON.stringify({ ticket: new URL(url).hash.slice(1) })
  const response = await fetch(new URL('/api/login', origin), { method: 'POST', headers: { origin }, body })
  const { key } = (await response.json()) as { key: string }
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-iris-key': key, origin }
}

const newToken = (name: string) => world.client.call('createToken', { name })
const agentSecret = (agent: AgentId) => openAgentSecrets(homeFiles(world.home).agentKey).secretFor(agent)

test('[HTTP29] streams of a revoked token end at once, hear nothing more, and those of others go on', async () => {
  const { token, secret } = await newToken('revoked soon')
  const stream = await listen(bearer(secret))
  const socket = await openSocket(secret)
  const other = await listen(bearer(world.daemon.token))
  printed('before')
  await expect.poll(() => stream.heard()).toContain('before')
  await expect.poll(() => socket.heard.join('')).toContain('before')
  await world.client.call('revokeToken', { token: token.id })
  printed('a secret')
  await stream.ended
  const [code, reason] = await socket.ended
  expect([code, String(reason)]).toEqual([1008, 'This token is no longer valid.'])
  await expect.poll(() => other.heard()).toContain('a secret')
  expect(stream.heard() + socket.heard.join('')).not.toContain('a secret')
})

test('[HTTP29] who leaves by logging out hears nothing more', async () => {
  const shown = await letIn()
  const stream = await listen(shown)
  await fetch(new URL('/api/login', world.daemon.url), { method: 'DELETE', headers: shown })
  await stream.ended
})

test('[HTTP29] a stream ends when its token does', async () => {
  const shown = await letIn()
  const stream = await listen(shown)
  clock.leap(30 * 86_400_000 + 1)
  await stream.ended
  const again = await fetch(new URL('/api/status', world.daemon.url), { headers: shown })
  expect(again.status).toBe(401)
})

test('[HTTP29] a caller who waits is refused when its token is revoked; the turn goes on', async () => {
  const { token, secret } = await newToken('waits')
  const client = createClient({ url: world.daemon.url, token: secret })
  const head = world.daemon.log.head()
  const waiting = client.call('tellTeam', { to: 'alpha', message: 'never answered', timeout: 0 })
  waiting.catch(() => undefined)
  const { turn } = await world.event('turn.delivered', head)
  await world.client.call('revokeToken', { token: token.id })
  await expect(waiting).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
  expect(await world.client.call('getTurn', { turn: turn! })).toMatchObject({ state: 'delivered' })
})

test('[HTTP29] a token may revoke itself, and is told so', async () => {
  const { token, secret } = await newToken('tired')
  const client = createClient({ url: world.daemon.url, token: secret })
  expect(await client.call('revokeToken', { token: token.id })).toMatchObject({ token: { id: token.id } })
  await expect(client.call('getStatus', {})).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
})

test('[HTTP29] an agent that waits over MCP is let go when its session is deleted', async () => {
  const { session } = await world.client.call('wakeTeam', { team: 'beta' })
  const head = world.daemon.log.head()
  const params = { name: 'team_tell', arguments: { to: 'alpha', message: 'from beta' } }
  const waiting = fetch(new URL('/mcp', world.daemon.url), {
    method: 'POST',
    headers: {
      ...bearer(agentSecret(session.agent!)),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  }).then((response) => response.text())
  waiting.catch(() => undefined)
  await world.event('turn.accepted', head)
  await world.client.call('removeSession', { team: 'beta' })
  await expect(waiting).rejects.toThrow()
})

test('[HTTP2] a secret of an agent that is not there is as unknown as any other', async () => {
  const client = createClient({ url: world.daemon.url, token: agentSecret(newId('agt')) })
  await expect(client.call('listTeams', {})).rejects.toMatchObject({ code: 'TOKEN_INVALID' })
})
