// The process behind `iris rehearse`.
import { exitCodes, IrisError, toErrorBody } from '../contract/index.ts'
import { childEnvironment, readEnvironment } from '../platform/config/index.ts'
import { harmless } from '../platform/lib/index.ts'
import { startProcess } from '../platform/process/index.ts'
import { rehearse } from './rehearse.ts'

const { variables } = readEnvironment()
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())

try {
  process.exitCode = await rehearse({
    args: process.argv.slice(2),
    print: (line) => void process.stdout.write(harmless(`${line}\n`)),
    note: (line) => void process.stderr.write(harmless(`${line}\n`)),
    signal: stop.signal,
    runCommand,
  })
} catch (error) {
  const { message, advice } = toErrorBody(error).error
  process.stderr.write(harmless(`✗ ${message}\n  ${advice}\n`))
  process.exitCode = error instanceof IrisError ? error.kind.exit : exitCodes.unexpected
}

async function runCommand(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const [command = '', ...args] = words
  const child = await startProcess({
    command,
    args,
    cwd: process.cwd(),
    env: childEnvironment(variables, 'agent', env),
    stdio: 'inherit',
  })
  signal.addEventListener('abort', () => child.signal('SIGTERM'), { once: true })
  const { code } = await child.exited
  return code ?? exitCodes.unexpected
}
