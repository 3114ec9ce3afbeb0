import { readFileSync } from 'node:fs'
import { exitCodes, IrisError } from '../../../contract/plain.ts'
import { changeConfigText, exampleConfig, setIrcPort } from '../../../platform/config/index.ts'
import { messageOf } from '../../../platform/lib/index.ts'
import { addStandaloneAccount, serveStandalone } from '../../irc/plain.ts'
import type { CommandContext } from '../command.ts'

/** Writes the port into config.yaml; a running daemon opens it at once. */
export async function turnOn(
  { environment, output }: CommandContext,
  options: { port: string },
): Promise<number> {
  const port = portOf(options.port)
  await changeConfigText(environment, (text) => setIrcPort(text ?? exampleConfig(), port, environment))
  output.result({ port }, () => {
    output.line(`IRC clients come in at 127.0.0.1:${port} while the daemon runs.`)
    output.line('Make a token for the client: iris token create irc')
    output.line('It is the password, for SASL PLAIN or as the password of the server.')
  })
  return exitCodes.ok
}

export async function turnOff({ environment, output }: CommandContext): Promise<number> {
  await changeConfigText(environment, (text) => setIrcPort(text ?? exampleConfig(), undefined, environment))
  output.result({ port: null }, () => output.line('No IRC client comes in any more.'))
  return exitCodes.ok
}

export interface ServeOptions {
  host: string
  port: string
  home: string
  password?: string
  name: string
  cert?: string
  key?: string
}

/** Serves until it is told to stop. */
export async function serve({ output }: CommandContext, options: ServeOptions): Promise<number> {
  const { host, home, password, name, cert, key } = options
  const server = await serveStandalone({
    home,
    host,
    port: portOf(options.port),
    name,
    password,
    certificate:
      cert !== undefined && key !== undefined ? { cert: textOf(cert), key: textOf(key) } : undefined,
    onFault: (error) => output.note(`A client was dropped: ${messageOf(error)}`),
  })
  output.result({ host, port: server.port }, () => output.line(`IRC is served at ${host}:${server.port}.`))
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await server.close()
  return exitCodes.ok
}

function portOf(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new IrisError('USAGE', `The port is a number up to 65535, not ${JSON.stringify(text)}.`)
  return port
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new IrisError('USAGE', `${file} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

const maxPassword = 1024

export async function addAccount(
  { output }: CommandContext,
  { name, home }: { name: string; home: string },
): Promise<number> {
  const password = await firstLine(process.stdin)
  await addStandaloneAccount(home, name, password)
  output.result({ name }, () => output.line(`${name} may log in.`))
  return exitCodes.ok
}

async function firstLine(stdin: NodeJS.ReadStream): Promise<string> {
  let text = ''
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.includes('\n') || text.length > maxPassword) break
  }
  return (text.split('\n')[0] ?? '').replace(/\r$/, '').slice(0, maxPassword)
}
