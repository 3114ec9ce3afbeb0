import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Observable } from 'rxjs'
import { WebSocketServer } from 'ws'
import { IrisError, toErrorBody, type Identity, type Operations, type Writing } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { systemCode } from '../../platform/lib/index.ts'
import { createApp, type AppDeps } from './app.ts'
import type { Shown } from './browser-secret.ts'
import type { Identify } from '../../core/tokens/index.ts'
import { knownBy, mayCall, type Known } from './caller.ts'
import { addressedBy, createGuard } from './guard.ts'
import { openLocalDoor, type LocalDoor } from './local-door.ts'
import type { BrowserLogin } from './login.ts'
import type { OAuthDoor } from './oauth.ts'
import { createPages } from './pages.ts'
import { createStays } from './stays.ts'
import { createEventStreams } from './streams.ts'

/** Longer than clients keep theirs: a request that meets a connection just being closed is lost, and a tell must not be sent twice. */
const idleConnectionKept = 10 * 60 * 1000
const closeGrace = 2000

export interface HttpOptions {
  host: string
  port: number
  /** Where programs of the same user come in. */
  socket: string
  allowedHosts: readonly string[]
  allowedOrigins: readonly string[]
}

export interface HttpDeps {
  operations: Operations
  identify: Identify
  door: BrowserLogin
  /** The folder of the built dashboard; undefined serves none. */
  dashboard: string | undefined
  mcp: (request: Request, identity: Identity) => Promise<Response>
  /** How outside programs are let in; without it they are not. */
  oauth?: OAuthDoor | undefined
  log: EventLog
  /** What agents write, before it is in the log. */
  writing$?: Observable<Writing>
  clock: Clock
  version: string
  onFault: (error: unknown, where: string) => void
}

/** The listening server. `close` ends streams first, then waits for calls under way. */
export interface HttpServer {
  url: string
  readers(): number
  close(): Promise<void>
}

export async function startHttp(options: HttpOptions, deps: HttpDeps): Promise<HttpServer> {
  const name = options.host.includes(':') ? `[${options.host}]` : options.host
  let address = ''
  const guard = createGuard({ ...options, address: () => address })
  const streams = createEventStreams(deps)
  const stays = createStays(deps)
  const pages = deps.dashboard === undefined ? undefined : createPages(deps.dashboard)
  const locals = new WeakSet<object>()
  const isLocal: AppDeps['isLocal'] = ({ socket }) => locals.has(socket)
  const app = createApp({ ...deps, guard, isLocal, streams, stays, pages })
  const answer = getRequestListener(app.fetch)
  const server = createServer(
    { keepAliveTimeout: idleConnectionKept },
    (request, response) => void answer(request, response),
  )
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node has taken its own listener off; without one a reset during a refusal would end the daemon.
    socket.on('error', () => socket.destroy())
    let known: Known
    try {
      guard.check({ ...addressedBy(request), isLocal: isLocal(request) })
      known = knownBy(shownByUpgrade(request), deps.identify)
      mayCall('readEvents', known.identity)
      if (request.url?.split('?')[0] !== '/api/stream')
        throw new IrisError('ROUTE_NOT_FOUND', 'The stream is /api/stream.')
    } catch (error) {
      return refuse(socket, error)
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      // A malformed frame is the reader's fault; 'close' follows by itself.
      opened.on('error', () => undefined)
      const stay = stays.begin(known)
      opened.once('close', () => stay.end())
      streams.feed(opened, request, stay).catch((error: unknown) => {
        opened.close(1008, error instanceof IrisError ? error.message.slice(0, 120) : 'fault')
        if (!(error instanceof IrisError)) deps.onFault(error, 'WebSocket /api/stream')
      })
    })
  })

  address = `${name}:${await listen(server, options)}`
  // After the port: who is answered here believes that all of Iris is there.
  const door = await openLocalDoor({
    server,
    socket: options.socket,
    onConnection: (socket) => locals.add(socket),
    clock: deps.clock,
  }).catch((error: unknown) => {
    server.close()
    throw error
  })
  return {
    url: `http://${address}`,
    readers: () => streams.count(),
    async close() {
      streams.close()
      await closeServer({ server, door, sockets, clock: deps.clock })
      stays.close()
    },
  }
}

/** A WebSocket of a browser can show no key, so only a bearer token opens one. */
function shownByUpgrade(request: IncomingMessage): Shown {
  return {
    method: 'GET',
    header: (name) => (name === 'authorization' ? request.headers.authorization : undefined),
  }
}

/** Lets calls under way finish for a moment, then ends what is left. */
async function closeServer(parts: {
  server: Server
  door: LocalDoor
  sockets: WebSocketServer
  clock: Clock
}): Promise<void> {
  const { server, door, sockets, clock } = parts
  const cancel = clock.after(closeGrace, () => {
    server.closeAllConnections()
    door.close()
    // Those the server no longer counts as its own, and waits for all the same.
    for (const socket of sockets.clients) socket.terminate()
  })
  const portClosed = new Promise<void>((resolve) => void server.close(() => resolve()))
  const doorClosed = door.stop()
  await Promise.all([portClosed, doorClosed])
  cancel()
}

function listen(server: Server, { host, port }: HttpOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const inUse = systemCode(error) === 'EADDRINUSE'
      reject(
        inUse ? new IrisError('PORT_IN_USE', `Port ${port} on ${host} is in use.`, { cause: error }) : error,
      )
    })
    server.listen(port, host, () => {
      // A TCP server that listens has an AddressInfo.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function refuse(socket: Duplex, error: unknown): void {
  const status = error instanceof IrisError ? error.kind.status : 500
  const body = JSON.stringify(toErrorBody(error))
  // Whether or not the other side hangs up: a stop waits for every connection.
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\nx-content-type-options: nosniff\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
