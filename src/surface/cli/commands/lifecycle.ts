import { daemonLock, exitCodes, IrisError } from '../../../contract/plain.ts'
import { systemClock } from '../../../platform/clock/index.ts'
import { systemCode } from '../../../platform/lib/index.ts'
import { isSameProcessAlive, lockHolder, pidOf, startProcess } from '../../../platform/process/index.ts'
import type { CommandContext } from '../command.ts'
import {
  daemonEntry,
  daemonVariables,
  findDaemon,
  isOlder,
  startInBackground,
  type FoundDaemon,
} from '../../connection/index.ts'

const stopWithin = 15_000
const pollEvery = 20

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
    env: daemonVariables(environment),
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
  const { home } = environment
  // The lock, not the address file, says which process it is: also while it starts or stops, or answers nobody.
  const holder = lockHolder(home, daemonLock)
  if (!holder) {
    output.result({ running: false }, () => output.line('Iris is not running.'))
    return exitCodes.ok
  }
  const pid = pidOf(holder)
  const deadline = systemClock.steady() + stopWithin
  if (options.force) signal(pid, 'SIGKILL')
  const isHeard = options.force || (await askToStop(home, holder, deadline))
  if (!(await endedBefore(deadline, holder))) {
    const why = isHeard ? `is still stopping after ${stopWithin / 1000} s` : 'does not answer; it may be busy'
    throw new IrisError('DAEMON_DID_NOT_STOP', `Iris (process ${pid}) ${why}.`)
  }
  output.result({ running: false, stopped: pid }, () => output.line('Iris has stopped.'))
  return exitCodes.ok
}

function signal(pid: number, name: 'SIGKILL' | 'SIGTERM'): true {
  try {
    process.kill(pid, name)
  } catch (error) {
    // Somebody else ended it in between.
    if (systemCode(error) !== 'ESRCH') throw error
  }
  return true
}

/** Whether it was heard. One that starts is asked once it answers; one that stops already needs no asking. */
async function askToStop(home: string, holder: string, deadline: number): Promise<boolean> {
  if (isOlder(home)) return signal(pidOf(holder), 'SIGTERM')
  while (isSameProcessAlive(holder) && systemClock.steady() < deadline) {
    const running = await findDaemon(home)
    if (running && (await hasHeard(running))) return true
    await pause(pollEvery)
  }
  return false
}

async function hasHeard({ client }: FoundDaemon): Promise<boolean> {
  try {
    await client.call('stopDaemon', {})
    return true
  } catch (error) {
    if (error instanceof IrisError && error.code === 'DAEMON_UNREACHABLE') return false
    throw error
  }
}

export async function restart(context: CommandContext): Promise<number> {
  await stop({ ...context, output: { ...context.output, result: () => undefined } }, {})
  return background(context)
}

async function endedBefore(deadline: number, holder: string): Promise<boolean> {
  while (isSameProcessAlive(holder)) {
    if (systemClock.steady() > deadline) return false
    await pause(pollEvery)
  }
  return true
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
