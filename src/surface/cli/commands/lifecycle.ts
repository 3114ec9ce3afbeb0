import { exitCodes, IrisError } from '../../../contract/plain.ts'
import { isAlive, startProcess } from '../../../platform/process/index.ts'
import type { CommandContext } from '../command.ts'
import { daemonEntry, findDaemon, startInBackground } from '../../connection/index.ts'

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
  return options.background ? background(context) : startInForeground(context)
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

async function background({ environment, output }: CommandContext): Promise<number> {
  const found = await startInBackground(environment)
  output.result({ running: true, ...found }, () => output.line(`Iris is running at ${found.url}`))
  return exitCodes.ok
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
  return background(context)
}

async function endedWithin(pid: number, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await pause(20)
  }
  return true
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
