import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A person at a plain IRC client: a process of its own, so that it can be killed as one. */
export interface IrcPerson {
  say(channel: string, words: string): void
  join(channel: string): void
  /** Every line it was sent, oldest first. */
  lines: readonly string[]
  /** SIGKILL: nothing is said to the server. One that is gone already is left alone. */
  kill(): Promise<void>
}

/** It carries lines between its stdin and the server and knows nothing of IRC. */
const program = `
const socket = require('node:net').connect(Number(process.argv[1]), '127.0.0.1')
process.stdin.pipe(socket)
socket.pipe(process.stdout)
socket.on('error', () => process.exit(1))
socket.on('close', () => process.exit(0))
`

/** Resolves once it is in. */
export async function startIrcPerson({ port, token }: { port: number; token: string }): Promise<IrcPerson> {
  const child = spawn(process.execPath, ['-e', program, String(port)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const gone = once(child, 'exit')
  const lines: string[] = []
  let rest = ''
  const isIn = new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      const parts = (rest + piece).split('\r\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      for (const line of parts) {
        const ping = /^(?:@\S+ )?PING (.*)$/.exec(line)
        if (ping) write(`PONG ${ping[1] ?? ''}`)
        if (/ (376|422) /.test(line)) resolve()
      }
    })
    child.once('exit', () => reject(new Error(`it did not come in:\n${lines.join('\n')}`)))
  })
  // Whom it speaks with may be gone before it.
  child.stdin.on('error', () => undefined)
  // With times it is shown what it missed, as irssi is.
  write('CAP REQ :server-time', `PASS ${token}`, 'NICK person', 'USER person 0 * :person', 'CAP END')
  await isIn
  return {
    lines,
    join: (channel) => write(`JOIN ${channel}`),
    say: (channel, words) => write(`PRIVMSG ${channel} :${words}`),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }

  function write(...all: string[]): void {
    child.stdin.write(all.map((line) => `${line}\r\n`).join(''))
  }
}
