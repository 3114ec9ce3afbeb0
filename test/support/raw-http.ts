import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that says exactly what it is told to, whether or not that is a whole request. */
export interface RawConnection {
  socket: Socket
  send(text: string): void
  /** Resolves with the next answer's status and error code once its headers and JSON body are there. */
  answer(): Promise<{ status: number; code: string | undefined }>
  end(): void
}

export async function connectRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  // A server that has enough closes; what it said before counts.
  socket.on('error', () => undefined)
  return {
    socket,
    send: (text) => void socket.write(text),
    async answer() {
      while (!/^HTTP\/1\.1 (?!100)\d+ .*\r\n\r\n./s.test(heard)) {
        if (socket.closed) throw new Error(`the connection was closed after ${JSON.stringify(heard)}`)
        await Promise.race([once(socket, 'data'), once(socket, 'close')])
      }
      const said = heard
      heard = ''
      return { status: Number(said.slice(9, 12)), code: /"code":"([A-Z_]+)"/.exec(said)?.[1] }
    },
    end: () => socket.destroy(),
  }
}

/** The head of a request, up to its body. */
export function headOf(url: string, line: string, headers: Record<string, string> = {}): string {
  const all = { host: new URL(url).host, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n`
}
