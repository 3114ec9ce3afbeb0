import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { exitCodes, homeFiles, IrisError, type DaemonAddress } from '../../../contract/plain.ts'
import {
  entryPoint,
  isAlive,
  startDetached,
  startProcess,
  type Exit,
} from '../../../platform/process/index.ts'
import type { CommandContext } from '../command.ts'
import { findDaemon } from '../connection.ts'

const startWithin = 10_000
const stopWithin = 15_000

export async function start(context: CommandContext, options: { background?: boolean }): Promise<number> {
  const { environment, output } = context
  const running = await findDaemon(environment.home)
  if (running) {
    output.result({ running: true, ...running.address }, () =>
      output.line(`Iris is already running at ${running.address.url}`),
    )
    return exitCodes.ok
  }
  return options.background ? startInBackground(context) : startInForeground(context)
}

/** The daemon is a child with our terminal: Ctrl-C reaches it directly, and its exit code is ours. */
async function startInForeground({ environment }: CommandContext): Promise<number> {
  const { command, args } = daemonEntry()
  const child = await startProcess({
    command,
    args: [...args, '--log'],
    cwd: process.cwd(),
    env: environment.variables,
    stdio: 'inherit',
  })
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  process.on('SIGTERM', () => child.signal('SIGTERM'))
  const { code } = await child.exited
  return code ?? exitCodes.unexpected
}

async function startInBackground({ environment, output }: CommandContext): Promise<number> {
  const { home } = environment
  const logFile = homeFiles(home).startLog
  makeLogFolder(home)
  const before = existsSync(logFile) ? statSync(logFile).size : 0
  const { command, args } = daemonEntry()
  const child = await startDetached({ command, args, cwd: '/', env: environment.variables, logFile })
  const found = await answering(home, child.exited)
  if (found) {
    output.result({ running: true, ...found }, () => output.line(`Iris is running at ${found.url}`))
    return exitCodes.ok
  }
  const said = readFileSync(logFile, 'utf8').slice(before).trim()
  throw new IrisError(
    'DAEMON_DID_NOT_START',
    said || `Iris did not answer within ${startWithin / 1000} s; its log is ${homeFiles(home).log}.`,
  )
}

/** The daemon's address once it answers; undefined when it has ended or takes too long. */
async function answering(home: string, exited: Promise<Exit>): Promise<DaemonAddress | undefined> {
  const deadline = Date.now() + startWithin
  const never = new Promise<never>(() => undefined)
  // A child that lost the race for the home ends with a conflict; the winner is about to answer.
  const ended = exited.then(({ code }) => (code === exitCodes.conflict ? never : ('ended' as const)))
  while (Date.now() < deadline) {
    const found = await findDaemon(home)
    if (found) return found.address
    if ((await Promise.race([ended, pause(20)])) === 'ended') return undefined
  }
  return undefined
}

function makeLogFolder(home: string): void {
  try {
    mkdirSync(`${home}/logs`, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new IrisError('HOME_NOT_WRITABLE', `The Iris home ${home} cannot be made or written.`, {
      cause: error,
    })
  }
}

export async function stop(
  { environment, output }: CommandContext,
  options: { force?: boolean },
): Promise<number> {
  const running = await findDaemon(environment.home)
  if (!running) {
    output.result({ running: false }, () => output.line('Iris is not running.'))
    return exitCodes.ok
  }
  const { pid } = running.address
  if (options.force) process.kill(pid, 'SIGKILL')
  else await running.client.call('stopDaemon', {})
  if (!(await endedWithin(pid, stopWithin))) {
    throw new IrisError(
      'DAEMON_DID_NOT_STOP',
      `Iris (process ${pid}) is still stopping after ${stopWithin / 1000} s.`,
    )
  }
  output.result({ running: false, stopped: pid }, () => output.line('Iris has stopped.'))
  return exitCodes.ok
}

export async function restart(context: CommandContext): Promise<number> {
  const wasRunning = await findDaemon(context.environment.home)
  if (wasRunning) await stop({ ...context, output: { ...context.output, result: () => undefined } }, {})
  return startInBackground(context)
}

async function endedWithin(pid: number, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

function daemonEntry(): { command: string; args: string[] } {
  return entryPoint(import.meta.url, '../../../daemon/main')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
