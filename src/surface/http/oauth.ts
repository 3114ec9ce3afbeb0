import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { backTo, OAuthRefusal, type Connectors } from '../../core/connectors/index.ts'
import { bodyText } from './body.ts'

/** How outside programs are let in: where the outside reaches Iris, and who keeps them. */
export interface OAuthDoor {
  publicUrl: string
  connectors: Connectors
}

/** Nobody knows yet who sends it. */
const maxBody = 16 * 1024
const resourcePath = '/.well-known/oauth-protected-resource'
const paths = {
  server: '/.well-known/oauth-authorization-server',
  register: '/oauth/register',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const

type App = Hono<{ Bindings: HttpBindings }>
type Received = Context<{ Bindings: HttpBindings }>

/** OAuth 2.1 for programs that cannot be given a token by hand; without a door there is none of it. */
export function addOAuth(app: App, door: OAuthDoor | undefined): void {
  if (!door) return
  const { publicUrl } = door
  for (const path of [resourcePath, `${resourcePath}/mcp`])
    app.get(path, (context) => context.json(resourceMetadata(publicUrl)))
  app.get(paths.server, (context) => context.json(serverMetadata(publicUrl)))
  app.get(paths.authorize, (context) => authorize(context, door))
  app.post(paths.register, (context) => answered(() => register(context, door)))
  app.post(paths.token, (context) => answered(() => token(context, door)))
  app.post(paths.revoke, (context) => answered(() => revoke(context, door)))
}

/** What a refused call to MCP says of the way in. */
export function challengeOf({ publicUrl }: OAuthDoor): string {
  return `Bearer resource_metadata="${publicUrl}${resourcePath}/mcp"`
}

function resourceMetadata(publicUrl: string): object {
  return {
    resource: `${publicUrl}/mcp`,
    authorization_servers: [publicUrl],
    bearer_methods_supported: ['header'],
    resource_name: 'Iris',
  }
}

function serverMetadata(publicUrl: string): object {
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + paths.authorize,
    token_endpoint: publicUrl + paths.token,
    registration_endpoint: publicUrl + paths.register,
    revocation_endpoint: publicUrl + paths.revoke,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
  }
}

const Registration = z.object({ client_name: z.string().default(''), redirect_uris: z.array(z.string()) })

async function register(context: Received, { connectors }: OAuthDoor): Promise<Response> {
  const read = Registration.safeParse(parsed(await bodyText(context, maxBody)))
  if (!read.success)
    throw new OAuthRefusal('invalid_client_metadata', 'Name redirect_uris, a list of addresses.')
  const { client, name, redirects, registeredAt } = connectors.register({
    name: read.data.client_name,
    redirects: read.data.redirect_uris,
  })
  const made = {
    client_id: client,
    client_id_issued_at: Math.floor(registeredAt / 1000),
    client_name: name,
    redirect_uris: redirects,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  return context.json(made, 201)
}

/** Leads the browser to the page where a person allows it; a fault goes back only to an address that is registered. */
function authorize(context: Received, door: OAuthDoor): Response {
  const query = (name: string): string => context.req.query(name) ?? ''
  const client = door.connectors.find(query('client_id'))
  const redirect = query('redirect_uri') || (client?.redirects.length === 1 ? client.redirects[0] : '') || ''
  if (!client?.redirects.includes(redirect))
    return refused(
      new OAuthRefusal('invalid_client', 'This program, or where it wants to go back to, is not registered.'),
    )
  const state = context.req.query('state')
  const fault = faultOf(query, door)
  if (fault) {
    const answer = { error: fault.code, error_description: fault.message }
    return context.redirect(backTo({ redirect, state }, answer))
  }
  const wish = { client: client.client, redirect, state, challenge: query('code_challenge') }
  return context.redirect(`/connect/${door.connectors.ask(wish)}`)
}

function faultOf(query: (name: string) => string, { publicUrl }: OAuthDoor): OAuthRefusal | undefined {
  if (query('response_type') !== 'code')
    return new OAuthRefusal('unsupported_response_type', 'The response type is code.')
  if (query('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(query('code_challenge')))
    return new OAuthRefusal('invalid_request', 'A code challenge by S256 is needed.')
  return wrongResource(query('resource'), publicUrl)
}

function wrongResource(resource: string, publicUrl: string): OAuthRefusal | undefined {
  if (resource === '' || resource === `${publicUrl}/mcp`) return undefined
  return new OAuthRefusal('invalid_target', `The resource is ${publicUrl}/mcp.`)
}

async function token(context: Received, { connectors, publicUrl }: OAuthDoor): Promise<Response> {
  const form = new URLSearchParams(await bodyText(context, maxBody))
  const field = (name: string): string => form.get(name) ?? ''
  const wrong = wrongResource(field('resource'), publicUrl)
  if (wrong) throw wrong
  const { access, refresh, seconds } = pairFor(field, connectors)
  const pair = { access_token: access, token_type: 'Bearer', expires_in: seconds, refresh_token: refresh }
  return context.json(pair)
}

function pairFor(field: (name: string) => string, connectors: Connectors): ReturnType<Connectors['refresh']> {
  const client = field('client_id')
  switch (field('grant_type')) {
    case 'authorization_code':
      return connectors.exchange({
        code: field('code'),
        client,
        redirect: field('redirect_uri'),
        verifier: field('code_verifier'),
      })
    case 'refresh_token':
      return connectors.refresh({ refresh: field('refresh_token'), client })
    default:
      throw new OAuthRefusal('unsupported_grant_type', 'The grant is authorization_code or refresh_token.')
  }
}

/** What is unknown was revoked before, as RFC 7009 wants it. */
async function revoke(context: Received, { connectors }: OAuthDoor): Promise<Response> {
  const form = new URLSearchParams(await bodyText(context, maxBody))
  connectors.revoke({ token: form.get('token') ?? '', client: form.get('client_id') ?? '' })
  return context.json({})
}

async function answered(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OAuthRefusal) return refused(error)
    throw error
  }
}

function refused({ code, message }: OAuthRefusal): Response {
  return Response.json(
    { error: code, error_description: message },
    { status: code === 'invalid_client' ? 401 : 400 },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // What is not JSON registers nothing.
    return undefined
  }
}
