import { existsSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { publishAddress } from './address.ts'

/** The socket others connect to. */
export interface Listener {
  connections(): number
  /** Listens again at the same address if its file has disappeared, as cleaners of temporary folders make it. */
  restore(): Promise<void>
  /** Takes the address away; open connections stay. */
  stop(): void
  /** Ends every connection. */
  close(): void
}

/** Listens at `address` and publishes it. Only the holder of the pipe's lock may call this: it removes a stale socket. */
export async function openListener(options: {
  folder: string
  address: string
  serve: (socket: Socket) => void
}): Promise<Listener> {
  const { folder, address } = options
  const sockets = new Set<Socket>()
  let server = await listen()
  await publishAddress(folder, address)

  return { connections: () => sockets.size, restore, stop: () => void server.close(), close }

  async function listen(): Promise<Server> {
    await rm(address, { force: true })
    const server = createServer(accept)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(address, resolve)
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

  function close(): void {
    for (const socket of sockets) socket.destroy()
  }
}
