import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import {
  auth,
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/contract/index.ts'
import { barriers } from '../support/barriers.ts'
import { openBrowser } from '../support/browser.ts'
import { picture, visit } from '../support/page.ts'
import { freePort } from '../support/ports.ts'
import { openTeams, type TeamWorld } from '../support/teams.ts'

let world: TeamWorld
let browser: Browser
let publicUrl: string
const lines = '  - { when: { says: /./ }, reply: Yes. }'
/** Where the program waits for its code. */
const back = createServer((_, response) => response.end('You can close this page.'))
let backUrl: string

beforeAll(async () => {
  const port = await freePort()
  publicUrl = `http://localhost:${port}`
  world = await openTeams({ lines, settings: { httpPort: port, publicUrl } })
  browser = await openBrowser()
  back.listen(0, '127.0.0.1')
  await once(back, 'listening')
  const address = back.address()
  backUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/back`
})
afterAll(async () => {
  await browser?.close()
  await world?.end()
  back.close()
})

type Kept<T> = T | undefined

/** A program with the SDK's own OAuth: it keeps what it is given, and a person opens what it names. */
function program(): OAuthClientProvider & { opened: Kept<URL> } {
  let information: Kept<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>
  let tokens: Kept<Awaited<ReturnType<OAuthClientProvider['tokens']>>>
  let verifier = ''
  return {
    opened: undefined,
    redirectUrl: backUrl,
    clientMetadata: { client_name: 'Chat on the web', redirect_uris: [backUrl] },
    state: () => 'a state',
    clientInformation: () => information,
    saveClientInformation: (given) => void (information = given),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization(url) {
      this.opened = url
    },
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  }
}

const connectionOf = (provider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), { authProvider: provider })

async function toolsOf(provider: OAuthClientProvider): Promise<string[]> {
  const client = new Client({ name: 'chat', version: '1' })
  await client.connect(connectionOf(provider))
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

test('[CON2] [CON5] [CON6] [CON7] [CON8] the SDK finds the way in, a person allows it, and revoking ends it', async () => {
  const provider = program()
  const transport = connectionOf(provider)
  const client = new Client({ name: 'chat', version: '1' })
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError)
  const { context, page, faults } = await visit(browser, world.client)
  const { url } = await world.client.call('createLoginLink', { public: true })
  expect(url.startsWith(`${publicUrl}/login#`)).toBe(true)
  await page.goto(url)
  await page.waitForURL((at) => at.pathname === '/')
  await page.goto(provider.opened?.href ?? '')
  await page.getByRole('heading', { name: '“Chat on the web” wants to speak for you' }).waitFor()
  expect(await page.getByText('127.0.0.1').textContent()).toContain(new URL(backUrl).origin)
  expect(await barriers(page)).toEqual([])
  await picture(page, 'connect')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL((at) => at.href.startsWith(backUrl))
  const answer = new URL(page.url()).searchParams
  expect(answer.get('state')).toBe('a state')
  await transport.finishAuth(answer)
  expect(await toolsOf(provider)).toEqual(expect.arrayContaining(['chat_send', 'chat_read', 'chat_inbox']))
  const before = await provider.tokens()
  expect(await auth(provider, { serverUrl: `${publicUrl}/mcp` })).toBe('AUTHORIZED')
  const after = await provider.tokens()
  expect(after?.access_token).not.toBe(before?.access_token)
  expect(await toolsOf(provider)).toContain('chat_send')
  const { tokens } = await world.client.call('listTokens', {})
  const token = tokens.find(({ name }) => name === 'Chat on the web')
  expect(token).toMatchObject({ role: 'delegate', mayAnswer: false })
  await world.client.call('revokeToken', { token: token?.id ?? 'tok_' })
  await expect(toolsOf(provider)).rejects.toThrow()
  expect(world.events('connector.allowed', 'connector.ended').map(({ type }) => type)).toEqual([
    'connector.allowed',
    'connector.ended',
  ])
  expect(faults).toEqual([])
  await context.close()
})

test('[CON2] a refused call names the metadata; a token of a delegate does not reach what is for people', async () => {
  const refused = await fetch(`${publicUrl}/mcp`, { method: 'POST', body: '{}' })
  expect(refused.status).toBe(401)
  const [, metadata = ''] =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: `${publicUrl}/mcp`,
    authorization_servers: [publicUrl],
  })
  const access = await allowedAccess()
  const call = (path: string, method = 'GET') =>
    fetch(publicUrl + path, { method, headers: { authorization: `Bearer ${access}` } })
  expect((await call('/api/channels')).status).toBe(200)
  expect((await call('/api/tokens')).status).toBe(403)
  expect((await call('/api/login/link', 'POST')).status).toBe(403)
})

test('[MCP39] a connector reads the profile and the alerts, and changes what is yours only where it may answer asks', async () => {
  const [plain, able] = [await allowedAccess(), await allowedAccess(true)]
  const nobody = newId('alr')
  const statuses = async (access: string) => {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const call = async (path: string, method = 'GET', body?: object) =>
      (await fetch(publicUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status
    return [
      await call('/api/profile'),
      await call('/api/alerts'),
      await call('/api/profile', 'PUT', { skills: ['law'] }),
      await call(`/api/alerts/${nobody}/acknowledge`, 'POST', {}),
    ]
  }
  expect(await statuses(plain)).toEqual([200, 200, 403, 403])
  expect(await statuses(able)).toEqual([200, 200, 200, 404])
  const chat = await mcpWith(plain)
  const own = async (client: Client) =>
    (await client.listTools()).tools
      .map(({ name }) => name)
      .filter((name) => /^(?:profile|alert)_/.test(name))
  expect((await own(chat)).toSorted()).toEqual(['alert_list', 'profile_show'])
  await expect(chat.callTool({ name: 'profile_edit', arguments: { skills: [] } })).rejects.toThrow()
  const desk = await mcpWith(able)
  expect((await own(desk)).toSorted()).toEqual([
    'alert_acknowledge',
    'alert_list',
    'profile_edit',
    'profile_show',
  ])
  await desk.callTool({ name: 'profile_edit', arguments: { goals: ['a small firm'] } })
  expect((await chat.callTool({ name: 'profile_show', arguments: {} })).structuredContent).toMatchObject({
    told: expect.stringContaining('goals:\n| a small firm\nskills:\n| law'),
  })
  expect(world.events('profile.changed').map(({ data }) => data)).toEqual([{ by: 'Raw' }, { by: 'Raw' }])
  await Promise.all([chat.close(), desk.close()])
})

test('[CON4] what is not registered leads nowhere; other faults go back with the state', async () => {
  const { client_id } = await registered()
  const to = (query: Record<string, string>) =>
    fetch(`${publicUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`, { redirect: 'manual' })
  const good = { client_id, redirect_uri: backUrl, response_type: 'code', state: 'x' }
  const strange = [
    { ...good, client_id: randomUUID() },
    { ...good, redirect_uri: 'https://evil.example/' },
  ]
  for (const query of strange) {
    const answer = await to(query)
    expect([answer.status, answer.headers.get('location')]).toEqual([401, null])
  }
  const withoutChallenge = new URL((await to(good)).headers.get('location') ?? '')
  expect(withoutChallenge.href.startsWith(backUrl)).toBe(true)
  expect(Object.fromEntries(withoutChallenge.searchParams)).toMatchObject({
    error: 'invalid_request',
    state: 'x',
  })
  const elsewhere = await to({ ...good, ...challenge, resource: 'https://other.example/mcp' })
  expect(new URL(elsewhere.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_target')
})

test('[CON5] only a person who is signed in answers a request, and nobody by a link alone', async () => {
  const request = await requested()
  const answer = (headers: Record<string, string>) =>
    fetch(`${publicUrl}/api/connectors/requests/${request}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"allow":true}',
    })
  expect((await answer({})).status).toBe(401)
  const access = await allowedAccess()
  expect((await answer({ authorization: `Bearer ${access}` })).status).toBe(403)
  expect(
    (await answer({ authorization: `Bearer ${world.daemon.token}`, origin: 'https://evil.example' })).status,
  ).toBe(403)
  expect((await answer({ authorization: `Bearer ${world.daemon.token}` })).status).toBe(200)
})

test('[CON1] without a public address there is none of it', async () => {
  const closed = await openTeams({ lines })
  try {
    const paths = [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
    ]
    for (const path of paths) expect((await fetch(closed.daemon.url + path)).status, path).toBe(401)
    for (const path of ['/oauth/register', '/oauth/token'])
      expect((await fetch(closed.daemon.url + path, { method: 'POST' })).status, path).toBe(401)
    const refused = await fetch(`${closed.daemon.url}/mcp`, { method: 'POST' })
    expect(refused.headers.get('www-authenticate')).toBeNull()
    await expect(closed.client.call('createLoginLink', { public: true })).rejects.toThrow('publicUrl')
  } finally {
    await closed.end()
  }
})

const verifier = 'v'.repeat(50)
const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
}

async function mcpWith(access: string): Promise<Client> {
  const client = new Client({ name: 'chat', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${access}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), { requestInit }))
  return client
}

async function registered(): Promise<{ client_id: string }> {
  const answer = await fetch(`${publicUrl}/oauth/register`, {
    method: 'POST',
    body: JSON.stringify({ client_name: 'Raw', redirect_uris: [backUrl] }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { client_id: string }
}

async function requested(client?: { client_id: string }): Promise<string> {
  const query = {
    ...(client ?? (await registered())),
    redirect_uri: backUrl,
    response_type: 'code',
    ...challenge,
  }
  const { headers } = await fetch(`${publicUrl}/oauth/authorize?${new URLSearchParams(query).toString()}`, {
    redirect: 'manual',
  })
  return headers.get('location')?.replace('/connect/', '') ?? ''
}

async function allowedAccess(mayAnswer = false): Promise<string> {
  const client = await registered()
  const request = await requested(client)
  const { location } = await world.client.call('answerConnectRequest', { request, allow: true, mayAnswer })
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: new URL(location).searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: backUrl,
    ...client,
  })
  const answer = await fetch(`${publicUrl}/oauth/token`, { method: 'POST', body: form })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}
