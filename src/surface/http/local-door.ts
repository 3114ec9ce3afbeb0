import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../platform/clock/index.ts'
import { openListener } from '../../platform/socket/index.ts'

const checkEvery = 30_000

/** The Unix socket by which programs of the same user come in. What they send is answered as what comes by the port. */
export interface LocalDoor {
  /** Lets nobody in any more; settles when the last connection has ended. */
  stop(): Promise<void>
  /** Ends every connection. */
  close(): void
}

export async function openLocalDoor(options: {
  server: Server
  socket: string
  /** Told of each connection, so that it is known from one of the port. */
  onConnection: (socket: Socket) => void
  clock: Clock
}): Promise<LocalDoor> {
  const { server, clock } = options
  const listener = await openListener({
    address: options.socket,
    allowHalfOpen: true,
    serve(socket) {
      options.onConnection(socket)
      server.emit('connection', socket)
    },
  })
  let cancel = clock.after(checkEvery, check)

  return {
    stop() {
      cancel()
      return listener.stop()
    },
    close: () => listener.close(),
  }

  function check(): void {
    // A socket that cannot be restored now is tried again at the next check.
    listener.restore().catch(() => undefined)
    cancel = clock.after(checkEvery, check)
  }
}
