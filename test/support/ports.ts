import { once } from 'node:events'
import { createServer } from 'node:net'

// Below what systems give out by themselves, so that no connection takes the port while its daemon is away. Each
// process has a stretch of its own: test files run side by side.
const lowest = 12_000
const stretch = 20
const stretches = 1000
let given = 0

/** A port for a daemon that is stopped and started again; nobody else is given it meanwhile. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < stretch; tries += 1) {
    const port = lowest + (process.pid % stretches) * stretch + (given % stretch)
    given += 1
    if (await isFree(port)) return port
  }
  throw new Error('every port of this process is taken')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
