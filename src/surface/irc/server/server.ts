import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { IrisError } from '../../../contract/plain.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import { messageOf, systemCode } from '../../../platform/lib/index.ts'
import { commands } from '../commands/index.ts'
import { createConnection } from '../connection/connection.ts'
import type { ConnectionLimits } from '../connection/limits.ts'
import { createOutbox } from '../connection/outbox.ts'
import type { Backing } from './backing.ts'
import { createDispatch } from './dispatch.ts'
import { detach } from './membership.ts'
import { createSession, send } from './session.ts'
import { createShown } from './shown.ts'
import { createWorld, type Settings, type World } from './world.ts'
import type { Session } from './presence.ts'

export interface IrcServerDeps {
  settings: Settings
  backing: Backing
  clock: Clock
  limits: ConnectionLimits
  place: { host: string; port: number; certificate?: { key: string; cert: string } | undefined }
  /** Settles once everything written so far is on disk; nobody is told before. */
  settled?: () => Promise<void>
  onFault: (error: unknown) => void
}

export interface IrcServer {
  port: number
  world: World
  /** Says goodbye to everybody and stops listening. */
  close(): Promise<void>
}

/** Listens, and serves everybody who comes. */
export async function startIrcServer(deps: IrcServerDeps): Promise<IrcServer> {
  const { settings, clock, backing, limits, place } = deps
  const outbox = createOutbox(deps)
  const ask = (session: Session): void => send(world, session, { command: 'PING', params: [settings.name] })
  const shown = createShown({ belongings: backing.belongings, clock, outbox, ask })
  const world = createWorld({ settings, clock, backing, shown })
  const dispatch = createDispatch(commands)
  const sockets = new Set<Socket>()
  const listener = place.certificate
    ? createSecureServer({ ...place.certificate, allowHalfOpen: true }, (socket) => serve(socket, true))
    : createServer({ allowHalfOpen: true, noDelay: true }, (socket) => serve(socket, false))
  // Who gives up before it is let in would keep its socket half open, uncounted, and a stop waiting.
  listener.on('tlsClientError', (_: Error, socket: Socket) => socket.destroy())
  const port = await listen(listener, place)
  let isClosing = false
  return { port, world, close }

  function serve(socket: Socket, isSecure: boolean): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const watch: { cancel?: () => void } = {}
    const connection = createConnection({
      socket,
      isSecure,
      limits,
      clock,
      outbox,
      carryOut: (line) => dispatch(world, session, line),
      isFree: () => session.batch !== undefined,
      closed(reason) {
        session.isClosed = true
        watch.cancel?.()
        detach(world, session, reason)
      },
      onFault: deps.onFault,
    })
    const session = createSession(connection)
    world.sessions.add(session)
    if (sockets.size > limits.connections) return connection.close('Too many connections')
    watch.cancel = watchOver(world, session, { limits, heardAt: () => connection.heardAt() })
    return undefined
  }

  async function close(): Promise<void> {
    if (isClosing) return
    isClosing = true
    shown.stop()
    for (const session of world.sessions) session.wire.close('The server stops')
    await new Promise<void>((resolve) => {
      listener.close(() => resolve())
      const cancel = clock.after(1000, () => {
        for (const socket of sockets) socket.destroy()
      })
      listener.once('close', cancel)
    })
  }
}

function listen(listener: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    listener.once('error', (error) => {
      const isTaken = systemCode(error) === 'EADDRINUSE'
      const words = isTaken
        ? `Port ${port} is in use.`
        : `IRC cannot listen at ${host}:${port}: ${messageOf(error)}.`
      reject(new IrisError(isTaken ? 'PORT_IN_USE' : 'USAGE', words, { cause: error }))
    })
    listener.listen({ host, port }, () => {
      const address = listener.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

/** Drops a client that never says who it is, and one that is gone without a word. */
function watchOver(
  world: World,
  session: Session,
  { limits, heardAt }: { limits: ConnectionLimits; heardAt: () => number },
): () => void {
  const { clock, settings } = world
  let cancel = clock.after(limits.registerWithin, () => {
    if (!session.user) session.wire.close('Registration timed out')
    else cancel = clock.after(limits.silence, look)
  })
  return () => cancel()

  function look(): void {
    const silentFor = clock.steady() - heardAt()
    if (silentFor < limits.silence) {
      cancel = clock.after(limits.silence - silentFor, look)
      return
    }
    const asked = clock.steady()
    send(world, session, { command: 'PING', params: [settings.name] })
    cancel = clock.after(limits.answerWithin, () => {
      if (heardAt() < asked) session.wire.close('Ping timeout')
      else look()
    })
  }
}
