import { connect, type Socket } from 'node:net'

/** A client of somebody who comes back as soon as the server does, and keeps what it heard in a channel. */
export interface ReturningClient {
  /** The words of each line, in order. */
  heard: string[]
  /** Whole lines as they came. */
  lines: string[]
  /** True once the server has passed it on; false when the connection ended before. */
  say(text: string): Promise<boolean>
  /** It is in the channel. */
  isIn(): boolean
  /** Somebody is in the channel with it. */
  sees(nick: string): boolean
  end(): void
}

export function openReturningClient(
  port: number,
  { nick, channel }: { nick: string; channel: string },
): ReturningClient {
  const heard: string[] = []
  const lines: string[] = []
  const present = new Set<string>()
  let socket: Socket | undefined
  let isIn = false
  let isOver = false
  let count = 0
  let open: { token: string; answered: (isProved: boolean) => void } | undefined
  dial()
  return {
    heard,
    lines,
    async say(text) {
      const first = await ask(`PRIVMSG ${channel} :${text}`)
      return first && (await ask())
    },
    isIn: () => isIn,
    sees: (other) => isIn && present.has(other),
    end() {
      isOver = true
      socket?.destroy()
    },
  }

  function dial(): void {
    if (isOver) return
    const mine = connect({ port, host: '127.0.0.1' })
    socket = mine
    let rest = ''
    mine.on('connect', () => mine.write(`NICK ${nick}\r\nUSER ${nick} 0 * :${nick}\r\n`))
    mine.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString('utf8')).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) take(mine, line)
    })
    mine.on('error', () => undefined)
    mine.on('close', () => {
      isIn = false
      present.clear()
      answer(false)
      setTimeout(dial, 20)
    })
  }

  function take(mine: Socket, line: string): void {
    lines.push(line)
    if (line.startsWith('PING')) mine.write(`PONG${line.slice(4)}\r\n`)
    if (/ 001 /.test(line)) mine.write(`JOIN ${channel}\r\n`)
    if (/ 366 /.test(line)) isIn = true
    note(line)
    const [, from, text] = /^:([^!]+)!\S+ (?:PRIVMSG|NOTICE) #\S+ :?(.*)$/.exec(line) ?? []
    if (from !== undefined && text !== undefined) heard.push(text)
    if (open && / PONG /.test(line) && line.endsWith(open.token)) answer(true)
  }

  function note(line: string): void {
    const [, joined, named] = /^:(?:([^!]+)!\S+ JOIN|\S+ 353 .*:(.*)$)/.exec(line) ?? []
    for (const other of (joined ?? named ?? '').split(' ')) present.add(other.replace(/^[@+]/, ''))
  }

  function answer(isProved: boolean): void {
    const before = open
    open = undefined
    before?.answered(isProved)
  }

  function ask(line?: string): Promise<boolean> {
    if (!isIn || !socket) return Promise.resolve(false)
    const token = `t${(count += 1)}`
    const answered = new Promise<boolean>((resolve) => {
      open = { token, answered: resolve }
    })
    socket.write(`${line === undefined ? '' : `${line}\r\n`}PING ${token}\r\n`)
    return answered
  }
}
