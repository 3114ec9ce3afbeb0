import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConnectors } from '../../core/connectors/connectors.suite.ts'
import { manualClock } from '../../platform/clock/index.ts'
import { addOAuth, type OAuthDoor } from './oauth.ts'

const publicUrl = 'https://iris.example'
const [first, second] = ['https://chat.example/back', 'https://chat.example/other']
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const clock = manualClock(1_900_000_000_999)
let server: Server
let connectors: OAuthDoor['connectors']
let close: () => Promise<void>

beforeEach(async () => {
  const opened = openConnectors(clock)
  connectors = opened.connectors
  const app = new Hono<{ Bindings: HttpBindings }>()
  addOAuth(app, { publicUrl, connectors })
  const listener = getRequestListener(app.fetch)
  server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = async () => {
    server.close()
    await opened.close()
  }
})
afterEach(() => close())

const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
async function post(path: string, body: string): Promise<{ status: number; said: Record<string, unknown> }> {
  const answer = await fetch(at(path), { method: 'POST', body })
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown> }
}
const form = (path: string, fields: Record<string, string>) =>
  post(path, new URLSearchParams(fields).toString())
const register = (body: object) => post('/oauth/register', JSON.stringify(body))

/** Where the browser is led, and what is said there. */
async function authorize(query: Record<string, string>): Promise<{ status: number; to: string | null }> {
  const path = `/oauth/authorize?${new URLSearchParams(query).toString()}`
  const { status, headers } = await fetch(at(path), { redirect: 'manual' })
  return { status, to: headers.get('location') }
}

test('[CON3] a registration says what was registered and since when, in seconds; one without addresses is refused', async () => {
  const { status, said } = await register({ client_name: 'Chat', redirect_uris: [first] })
  expect([status, said]).toEqual([
    201,
    {
      client_id: expect.any(String),
      client_id_issued_at: 1_900_000_000,
      client_name: 'Chat',
      redirect_uris: [first],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
  ])
  for (const body of ['{}', 'not JSON', '{"redirect_uris":7}'])
    expect(await post('/oauth/register', body)).toMatchObject({
      status: 400,
      said: { error: 'invalid_client_metadata' },
    })
})

test('[CON4] a program with one address need not name it; one with several must', async () => {
  const clientOf = async (...redirects: string[]) =>
    String((await register({ redirect_uris: redirects })).said['client_id'])
  const wanted = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' }
  const [one, several] = [await clientOf(first), await clientOf(first, second)]
  expect(await authorize({ ...wanted, client_id: one })).toEqual({
    status: 302,
    to: expect.stringMatching(/^\/connect\/./),
  })
  expect(await authorize({ ...wanted, client_id: several })).toEqual({ status: 401, to: null })
  expect(await authorize({ ...wanted, client_id: several, redirect_uri: second })).toMatchObject({
    status: 302,
  })
})

test('[CON4] a challenge is one of S256 and as long as that is; what else is wrong goes back too', async () => {
  const { said } = await register({ redirect_uris: [first] })
  const good = {
    client_id: String(said['client_id']),
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `${publicUrl}/mcp`,
    state: 'a state',
  }
  const errorFor = async (other: Record<string, string>) => {
    const { to } = await authorize({ ...good, ...other })
    return to?.startsWith(first) ? new URL(to).searchParams.get('error') : to
  }
  expect(await errorFor({})).toMatch(/^\/connect\//)
  expect(await errorFor({ code_challenge_method: 'plain' })).toBe('invalid_request')
  expect(await errorFor({ code_challenge: `${challenge}x` })).toBe('invalid_request')
  expect(await errorFor({ code_challenge: '' })).toBe('invalid_request')
  expect(await errorFor({ response_type: 'token' })).toBe('unsupported_response_type')
  expect(await errorFor({ resource: 'https://other.example/mcp' })).toBe('invalid_target')
  const { to } = await authorize({ ...good, response_type: 'token' })
  expect(new URL(to ?? '').searchParams.get('state')).toBe('a state')
})

test('[CON6] [CON7] [CON8] a code becomes a pair, a pair the next one, and what is revoked counts no more', async () => {
  const { said } = await register({ redirect_uris: [first] })
  const client_id = String(said['client_id'])
  const request = connectors.ask({ client: client_id, redirect: first, challenge, state: undefined })
  const code = new URL(connectors.answer(request, { allow: true, mayAnswer: false })).searchParams.get('code')
  const exchange = { grant_type: 'authorization_code', code: code ?? '', client_id, redirect_uri: first }
  const given = await form('/oauth/token', { ...exchange, code_verifier: verifier })
  expect(given).toMatchObject({ status: 200, said: { token_type: 'Bearer', expires_in: 3600 } })
  const again = { grant_type: 'refresh_token', client_id }
  const next = await form('/oauth/token', { ...again, refresh_token: String(given.said['refresh_token']) })
  expect(next.status).toBe(200)
  expect(next.said['access_token']).not.toBe(given.said['access_token'])
  const token = String(next.said['refresh_token'])
  expect(await form('/oauth/revoke', { token, client_id })).toEqual({ status: 200, said: {} })
  expect(await form('/oauth/token', { ...again, refresh_token: token })).toMatchObject({
    status: 400,
    said: { error: 'invalid_grant' },
  })
  expect(await form('/oauth/revoke', { token: 'unknown', client_id })).toEqual({ status: 200, said: {} })
})

test('[CON2] [CON4] another grant, and a token for another resource, are refused', async () => {
  const refusal = async (fields: Record<string, string>) => (await form('/oauth/token', fields)).said['error']
  expect(await refusal({ grant_type: 'password' })).toBe('unsupported_grant_type')
  expect(await refusal({ resource: 'https://other.example/mcp' })).toBe('invalid_target')
})

test('[CON2] the metadata name every address, and only what is supported', async () => {
  const read = async (path: string) => (await fetch(at(path))).json()
  const resource = {
    resource: `${publicUrl}/mcp`,
    authorization_servers: [publicUrl],
    bearer_methods_supported: ['header'],
    resource_name: 'Iris',
  }
  expect(await read('/.well-known/oauth-protected-resource')).toEqual(resource)
  expect(await read('/.well-known/oauth-protected-resource/mcp')).toEqual(resource)
  expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
  })
})
