import type { Socket } from 'node:net'
import { createInflow, type InflowDeps } from './inflow.ts'
import { createOutflow } from './outflow.ts'
import type { Outbox } from './outbox.ts'
import type { Wire } from '../server/presence.ts'

export interface ConnectionDeps extends Omit<InflowDeps, 'onFlood'> {
  socket: Socket
  isSecure: boolean
  outbox: Outbox
  closed: (reason: string) => void
}

export interface Connection extends Wire {
  /** When the client was last heard of, by the steady clock. */
  heardAt(): number
}

const lingering = 2000

/** One client at the other end of a socket. Whatever it does, it costs no more than its limits. */
export function createConnection(deps: ConnectionDeps): Connection {
  const { socket, limits, clock, outbox } = deps
  const host = hostOf(socket.remoteAddress)
  const inflow = createInflow({ ...deps, onFlood: () => close('Excess flood'), onFault: fault })
  const outflow = createOutflow(socket)
  let isClosed = false
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => inflow.push(chunk))
  socket.on('error', () => leave('Connection reset'))
  socket.on('end', () => leave('Connection closed'))
  socket.on('close', () => leave('Connection closed'))
  return {
    host,
    isSecure: deps.isSecure,
    write,
    close,
    sendLate: () => void (outflow.isLate = true),
    heardAt: () => inflow.heardAt(),
  }

  /** A command that goes wrong ends its connection and no other. */
  function fault(error: unknown): void {
    deps.onFault(error)
    close('Internal error')
  }

  function write(line: string): void {
    if (isClosed) return
    outflow.push(line)
    if (outflow.bytes() > limits.unreadBytes) drop('Too much is unread')
    else outbox.add(outflow)
  }

  /** Says why, and hangs up once it is said, or soon. */
  function close(reason: string): void {
    if (isClosed) return
    write(`ERROR :Closing link: ${host} (${reason.replaceAll(/[\r\n\0]/g, ' ')})\r\n`)
    outflow.endAfterThis()
    leave(reason)
    const cancel = clock.after(lingering, () => socket.destroy())
    socket.once('close', cancel)
  }

  /** Hangs up on who does not read: nobody would read why. */
  function drop(reason: string): void {
    outflow.clear()
    leave(reason)
    socket.destroy()
  }

  function leave(reason: string): void {
    if (isClosed) return
    isClosed = true
    inflow.stop()
    deps.closed(reason)
    if (socket.readableEnded) socket.end()
  }
}

/** An address as it can stand in a line: one that begins with a colon gets a zero before it. */
function hostOf(address: string | undefined): string {
  const plain = (address ?? 'unknown').replace(/^::ffff:/, '')
  return plain.startsWith(':') ? `0${plain}` : plain
}
