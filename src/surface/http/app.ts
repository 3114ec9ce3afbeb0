import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import {
  callNames,
  calls,
  handlerOf,
  IrisError,
  paths,
  toErrorBody,
  type CallName,
  type Identity,
  type Operations,
} from '../../contract/index.ts'
import { onceOnDisk, type EventLog } from '../../core/store/index.ts'
import { callerOf, type Identify } from '../../core/tokens/index.ts'
import { writeFault } from '../../platform/lib/index.ts'
import { withLimitedBody } from './body.ts'
import { knownBy, mayCall, type Known } from './caller.ts'
import { addressedBy, type Guard } from './guard.ts'
import { inputOf } from './input.ts'
import { addLogin, shownBy, type BrowserLogin } from './login.ts'
import { addOAuth, challengeOf, type OAuthDoor } from './oauth.ts'
import { openApiDocument } from './openapi.ts'
import type { Pages } from './pages.ts'
import type { Stay, Stays } from './stays.ts'
import type { EventStreams } from './streams.ts'

export interface AppDeps {
  /** What answers each call; the surface only checks and carries. */
  operations: Operations
  guard: Guard
  /** Whether a request came by the local socket. */
  isLocal: (request: { socket: object }) => boolean
  identify: Identify
  door: BrowserLogin
  /** The dashboard; undefined when the config turns it off. */
  pages: Pages | undefined
  streams: EventStreams
  stays: Stays
  log: Pick<EventLog, 'settle'>
  /** Model Context Protocol, once the caller is known. */
  mcp: (request: Request, identity: Identity) => Promise<Response>
  /** How outside programs are let in; undefined when nobody outside is to reach Iris. */
  oauth?: OAuthDoor | undefined
  version: string
  /** Told of faults inside Iris; the caller only sees that there was one. */
  onFault: (error: unknown, where: string) => void
}

type App = Hono<{ Bindings: HttpBindings }>
type Received = Context<{ Bindings: HttpBindings }>

export function createApp(deps: AppDeps): App {
  const app: App = new Hono()
  app.use(async (context, next) => {
    const { incoming } = context.env
    deps.guard.check({ ...addressedBy(incoming), isLocal: deps.isLocal(incoming) })
    await next()
    // Not by context.header, which makes a second, slower response of one that is whole.
    const { headers } = context.res
    headers.set('x-content-type-options', 'nosniff')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  })
  app.get('/api/openapi.json', (context) => {
    knownBy(shownBy(context), deps.identify)
    return context.json(openApiDocument(deps.version))
  })
  app.all('/mcp', async (context) => {
    const known = knownBy(shownBy(context), deps.identify)
    const stay = stayOf(context, deps, known)
    const request = await stay.during(withLimitedBody(context))
    // Whatever it waits for is let go with its connection.
    stay.signal.addEventListener('abort', () => context.env.outgoing.destroy())
    return deps.mcp(request, known.identity)
  })
  addLogin(app, deps)
  addOAuth(app, deps.oauth)
  for (const name of callNames) addCall(app, deps, name)
  app.notFound(async (context) => {
    const page = context.req.method === 'GET' ? await pageFor(context, deps) : undefined
    if (page) return page
    knownBy(shownBy(context), deps.identify)
    throw new IrisError('ROUTE_NOT_FOUND', `There is no ${context.req.method} ${context.req.path}.`)
  })
  app.onError((error, context) => {
    const known = error instanceof IrisError ? error : writeFault(error)
    if (!known) deps.onFault(error, `${context.req.method} ${context.req.path}`)
    const response = errorResponse(known ?? error)
    if (deps.oauth && response.status === 401 && context.req.path === '/mcp')
      response.headers.set('www-authenticate', challengeOf(deps.oauth))
    return response
  })
  return app
}

function pageFor({ req }: Context, { pages }: AppDeps): Promise<Response | undefined> | undefined {
  return pages?.respond(req.path, { accept: req.header('accept'), known: req.header('if-none-match') })
}

function addCall(app: App, deps: AppDeps, name: CallName): void {
  const { method, path } = paths[name]
  const { page, session } = handlerOf(deps.operations, name)
  app.on(method, path, async (context) => {
    const known = calls[name].for === 'anyone' ? undefined : knownBy(shownBy(context), deps.identify)
    if (known) mayCall(name, known.identity)
    const stay = known && stayOf(context, deps, known)
    const input = await whileKnown(stay, inputOf(context, name))
    const caller = known && callerOf(known.identity)
    if (stay && session && wantsStream(context))
      return deps.streams.respond(context, stay, session(input, caller))
    const given = page(input, caller, (then) => whenOver(context, then))
    // What is there at once is given, also when it was to make this very token worthless.
    const output = await (given instanceof Promise ? whileKnown(stay, given) : given)
    return context.json(method === 'GET' ? output : onceOnDisk(deps.log, output))
  })
}

function whileKnown<T>(stay: Stay | undefined, work: Promise<T>): Promise<T> {
  return stay ? stay.during(work) : work
}

/** From here until its connection is done with it, a call ends when its secret no longer counts. */
function stayOf(context: Received, { stays }: AppDeps, known: Known): Stay {
  const stay = stays.begin(known)
  whenOver(context, () => stay.end())
  return stay
}

function whenOver({ env: { outgoing } }: Received, then: () => void): void {
  if (outgoing.closed) then()
  else outgoing.once('close', then)
}

function wantsStream(context: Context): boolean {
  return context.req.header('accept')?.includes('text/event-stream') ?? false
}

function errorResponse(error: unknown): Response {
  const status = error instanceof IrisError ? error.kind.status : 500
  return new Response(JSON.stringify(toErrorBody(error)), {
    status,
    headers: {
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
