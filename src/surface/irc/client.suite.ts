import { connect, type Socket } from 'node:net'

/** A plain IRC client for tests. It keeps every line until somebody has waited for it. */
export interface TestClient {
  socket: Socket
  send(...lines: string[]): void
  /** The first line that matches, and is not yet taken; waits for it. */
  line(pattern: RegExp): Promise<string>
  /** Every line up to the first that matches. */
  through(pattern: RegExp): Promise<string[]>
  /** Everything up to the answer of a ping. */
  settle(): Promise<string[]>
  /** Settles when the other side has hung up, with its last line. */
  closed: Promise<string>
  end(): void
}

/** It only ends what hangs. */
const patience = 45_000

export async function openClient(port: number, host = '127.0.0.1'): Promise<TestClient> {
  const socket = connect({ port, host })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('error', reject)
  })
  const lines: string[] = []
  let rest = ''
  let last = ''
  let wake = (): void => undefined
  socket.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\r\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    last = parts.at(-1) ?? last
    wake()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      resolve(last)
      wake()
    })
  })
  let pings = 0
  const client: TestClient = {
    socket,
    closed,
    send: (...all) => void socket.write(all.map((line) => `${line}\r\n`).join('')),
    through: taken,
    line: (pattern) => taken(pattern).then((all) => all.at(-1) ?? ''),
    settle() {
      pings += 1
      client.send(`PING settle${pings}`)
      return taken(new RegExp(`PONG .*settle${pings}$`))
    },
    end: () => socket.destroy(),
  }
  return client

  /** The lines up to one that matches; they are taken. */
  async function taken(pattern: RegExp): Promise<string[]> {
    const until = Date.now() + patience
    for (;;) {
      const found = lines.findIndex((line) => pattern.test(line))
      if (found >= 0) return lines.splice(0, found + 1)
      if (socket.destroyed || Date.now() > until)
        throw new Error(`no line like ${pattern}; there were:\n${lines.join('\n')}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 500)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
}

/** A client that is in, with the capabilities it wants. */
export async function enter(
  port: number,
  { nick, capabilities = '', password }: { nick: string; capabilities?: string; password?: string },
): Promise<TestClient> {
  const client = await openClient(port)
  if (capabilities) client.send(`CAP REQ :${capabilities}`)
  if (password !== undefined) client.send(`PASS ${password}`)
  client.send(`NICK ${nick}`, `USER ${nick} 0 * :${nick}`, 'CAP END')
  await client.line(/ (376|422) /)
  await client.settle()
  return client
}
