import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import {
  calls,
  IrisError,
  paths,
  toErrorBody,
  type CallerOf,
  type CallName,
  type CallOutput,
  type CallParsed,
  type Identity,
} from '../../contract/index.ts'
import { onceOnDisk, type EventLog } from '../../core/store/index.ts'
import { callerOf, mayCall, type Identify } from './caller.ts'
import type { Guard } from './guard.ts'
import { inputOf } from './input.ts'
import { addLogin, shownBy, type Doorkeeper } from './login.ts'
import { openApiDocument } from './openapi.ts'
import type { Pages } from './pages.ts'
import type { EventStreams } from './streams.ts'

const mostBytes = 8 * 1024 * 1024

/** What answers each call; the surface only checks and carries. */
export type Handlers = {
  [N in CallName]: (
    input: CallParsed<N>,
    caller: CallerOf<N>,
    onHangUp: OnHangUp,
  ) => CallOutput<N> | Promise<CallOutput<N>>
}

/** Does something when the connection of a call is over, answered or not. */
type OnHangUp = (then: () => void) => void

export interface AppDeps {
  handlers: Handlers
  guard: Guard
  /** Whether a request came by the local socket. */
  isLocal: (request: { socket: object }) => boolean
  identify: Identify
  door: Doorkeeper
  /** The dashboard; undefined when the config turns it off. */
  pages: Pages | undefined
  streams: EventStreams
  log: Pick<EventLog, 'settle'>
  /** Model Context Protocol, once the caller is known. */
  mcp: (request: Request, identity: Identity) => Promise<Response>
  version: string
  /** Told of faults inside Iris; the caller only sees that there was one. */
  onFault: (error: unknown, where: string) => void
}

type App = Hono<{ Bindings: HttpBindings }>

export function createApp(deps: AppDeps): App {
  const app: App = new Hono()
  app.use(async (context, next) => {
    const isLocal = deps.isLocal(context.env.incoming)
    deps.guard.check({ host: context.req.header('host'), origin: context.req.header('origin'), isLocal })
    await next()
    // Not by context.header, which makes a second, slower response of one that is whole.
    const { headers } = context.res
    headers.set('x-content-type-options', 'nosniff')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  })
  app.use(limitBody)
  app.get('/api/openapi.json', (context) => {
    callerOf(shownBy(context), deps.identify)
    return context.json(openApiDocument(deps.version))
  })
  app.all('/mcp', (context) => deps.mcp(context.req.raw, callerOf(shownBy(context), deps.identify)))
  addLogin(app, deps)
  for (const name of Object.keys(paths).filter(isCallName)) addCall(app, deps, name)
  app.notFound(async (context) => {
    const page = context.req.method === 'GET' ? await pageFor(context, deps) : undefined
    if (page) return page
    callerOf(shownBy(context), deps.identify)
    throw new IrisError('ROUTE_NOT_FOUND', `There is no ${context.req.method} ${context.req.path}.`)
  })
  app.onError((error, context) => {
    if (!(error instanceof IrisError)) deps.onFault(error, `${context.req.method} ${context.req.path}`)
    return errorResponse(error)
  })
  return app
}

function pageFor({ req }: Context, { pages }: AppDeps): Promise<Response | undefined> | undefined {
  return pages?.respond(req.path, { accept: req.header('accept'), known: req.header('if-none-match') })
}

// The parameter ties the parsed input to the handler of the same call.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function addCall<N extends CallName>(app: App, deps: AppDeps, name: N): void {
  const { method, path } = paths[name]
  app.on(method, path, async (context) => {
    const caller = calls[name].for === 'anyone' ? undefined : callerOf(shownBy(context), deps.identify)
    if (caller) mayCall(name, caller)
    const input = await inputOf(context, name)
    if (name === 'readEvents' && wantsStream(context)) return deps.streams.respond(context)
    const { outgoing } = context.env
    const onHangUp: OnHangUp = (then) => (outgoing.closed ? then() : outgoing.once('close', then))
    if (name === 'readRunEvents' && caller && wantsStream(context)) {
      const { leader } = await deps.handlers.getRun(calls.getRun.input.parse(input), caller, onHangUp)
      return deps.streams.respond(context, leader.session)
    }
    // Undefined exactly for the calls that are open to anyone.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const output = await deps.handlers[name](input, caller as CallerOf<N>, onHangUp)
    return context.json(method === 'GET' ? output : onceOnDisk(deps.log, output))
  })
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(paths, name)
}

function wantsStream(context: Context): boolean {
  return context.req.header('accept')?.includes('text/event-stream') ?? false
}

function errorResponse(error: unknown): Response {
  const status = error instanceof IrisError ? error.kind.status : 500
  return new Response(JSON.stringify(toErrorBody(error)), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

const limitStream = bodyLimit({ maxSize: mostBytes, onError: tooLarge })

/** A body of known length needs no counting, which would make the server build a second, slower request. */
const limitBody: typeof limitStream = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined) return limitStream(context, next)
  if (Number(context.req.header('content-length') ?? 0) > mostBytes) tooLarge()
  return next()
}

function tooLarge(): never {
  throw new IrisError('BODY_TOO_LARGE', 'The body is larger than 8 MiB.')
}
