import type { Cancel, Clock } from '../../../platform/clock/index.ts'
import { processIdentity, takeLock, type Lock } from '../../../platform/process/index.ts'
import { choosePlace, openListener } from '../../../platform/socket/index.ts'
import { openPipeFolder, publishAddress } from './address.ts'
import { openAgents } from './agents.ts'
import { serveConnection } from './connection.ts'

const checkMs = 30_000
const idleMs = 600_000

/** A running pipe. */
export interface PipeServer {
  /** Resolves once it has ended, whoever asked for that. */
  closed: Promise<void>
  /** Ends every agent, then the pipe. */
  close(): Promise<void>
}

/** Becomes the pipe of a home; undefined when that home has one already. */
export async function servePipe(options: { home: string; clock: Clock }): Promise<PipeServer | undefined> {
  const folder = await openPipeFolder(options.home)
  const lock = takeLock(folder, 'lock')
  if ('heldBy' in lock) return undefined
  return serveFolder({ folder, lock, clock: options.clock })
}

async function serveFolder(deps: { folder: string; lock: Lock; clock: Clock }): Promise<PipeServer> {
  const { folder, lock, clock } = deps
  const agents = await openAgents({ folder, clock })
  const identity = processIdentity(process.pid) ?? String(process.pid)
  const connection = { agents, identity, clock, shutdown: () => void close() }
  const address = await choosePlace(folder, 'pipe.sock')
  const listener = await openListener({ address, serve: (socket) => serveConnection(connection, socket) })
  await publishAddress(folder, address)

  let busyAt = clock.steady()
  let cancelCheck: Cancel = clock.after(checkMs, check)
  let closing: Promise<void> | undefined
  let tellClosed = (): void => {}
  const closed = new Promise<void>((resolve) => {
    tellClosed = resolve
  })
  return { closed, close }

  function check(): void {
    if (agents.hasRunning() || listener.connections() > 0) busyAt = clock.steady()
    if (!lock.isHeld() || clock.steady() - busyAt >= idleMs) {
      void close()
      return
    }
    // A socket that cannot be restored now is tried again at the next check.
    listener.restore().catch(() => {})
    cancelCheck = clock.after(checkMs, check)
  }

  function close(): Promise<void> {
    closing ??= end()
    return closing
  }

  async function end(): Promise<void> {
    cancelCheck()
    await agents.close()
    // In this order: the successor, which waits for the lock, must find no address of ours, and our clients, once
    // they hear of the end, must find the lock free.
    void listener.stop()
    lock.release()
    listener.close()
    tellClosed()
  }
}
