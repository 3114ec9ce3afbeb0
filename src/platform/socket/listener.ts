import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'

/** A Unix socket for one user's own programs. */
export interface Listener {
  connections(): number
  /** Listens again at the same address if its file has disappeared, as cleaners of temporary folders make it. */
  restore(): Promise<void>
  /** Takes the address away; open connections stay. Settles when the last of them has ended. */
  stop(): Promise<void>
  /** Ends every connection. */
  close(): void
}

// Of Unix sockets the system refuses a connection that finds the queue full, instead of letting it wait.
const backlog = 4096

/** Listens at `address`. Only the holder of a lock may call this: it removes what a dead holder left there. */
export async function openListener(options: {
  address: string
  serve: (socket: Socket) => void
  /** Connections may say their last word after the other side has said its own, as HTTP has it. */
  allowHalfOpen?: boolean
}): Promise<Listener> {
  const { address, allowHalfOpen = false } = options
  const sockets = new Set<Socket>()
  let server = await listen()

  return { connections: () => sockets.size, restore, stop, close }

  async function listen(): Promise<Server> {
    await rm(address, { force: true })
    const server = createServer({ allowHalfOpen }, accept)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ path: address, backlog }, resolve)
    })
    await chmod(address, 0o600)
    return server
  }

  function accept(socket: Socket): void {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    options.serve(socket)
  }

  async function restore(): Promise<void> {
    if (existsSync(address)) return
    server.close()
    server = await listen()
  }

  function stop(): Promise<void> {
    return new Promise((resolve) => void server.close(() => resolve()))
  }

  function close(): void {
    for (const socket of sockets) socket.destroy()
  }
}
