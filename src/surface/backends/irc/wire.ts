import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { createLineReader, parseMessage, type IrcMessage } from '../../irc/index.ts'

/** Tags and line, as the specifications allow them to a server. */
const maxLine = 8191 + 512
/** A server that never reads gets no more than this. */
const maxUnsent = 1024 * 1024

export interface WirePlace {
  host: string
  port: number
  tls: boolean
  /** The certificate to trust. */
  ca?: string | undefined
}

/** One connection to a server, until it ends. */
export interface Wire {
  send(line: string): void
  /** Ends it for this reason; `onEnd` hears of it. */
  end(reason: string): void
}

export function openWire(
  place: WirePlace,
  hear: { onOpen: () => void; onMessage: (message: IrcMessage) => void; onEnd: (reason: string) => void },
): Wire {
  const reader = createLineReader(maxLine)
  const socket = dial(place, () => hear.onOpen())
  let why: string | undefined
  let isOver = false
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  socket.on('data', (chunk: Buffer) => {
    for (const read of reader.push(chunk)) {
      const message = 'line' in read ? parseMessage(read.line.toString('utf8')) : undefined
      if (message && !isOver) hear.onMessage(message)
    }
  })
  socket.on('error', (error) => (why ??= error.message))
  socket.on('close', () => over(why ?? 'The server closed the connection.'))
  return { send, end }

  function send(line: string): void {
    if (isOver) return
    socket.write(`${line}\r\n`)
    if (socket.writableLength > maxUnsent) end('The server does not read.')
  }

  function end(reason: string): void {
    why ??= reason
    socket.destroy()
    over(reason)
  }

  function over(reason: string): void {
    if (isOver) return
    isOver = true
    hear.onEnd(reason)
  }
}

function dial({ host, port, tls, ca }: WirePlace, onOpen: () => void): Socket {
  if (!tls) return connectPlain({ host, port }, onOpen)
  const name = isIP(host) === 0 ? { servername: host } : {}
  return connectTls({ host, port, ...name, ...(ca === undefined ? {} : { ca }) }, onOpen)
}
