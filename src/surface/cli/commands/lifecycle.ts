import { daemonLock, exitCodes } from '../../../contract/plain.ts'
import { lockHolder, startProcess } from '../../../platform/process/index.ts'
import type { CommandContext } from '../command.ts'
import { daemonEntry, daemonVariables, findDaemon, startInBackground } from '../../connection/index.ts'
import { stopDaemon } from './stop.ts'

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

/** Agents at work are kept: the next daemon takes them up. */
export async function restart(context: CommandContext): Promise<number> {
  const { home } = context.environment
  const holder = lockHolder(home, daemonLock)
  if (holder) await stopDaemon(home, holder, { force: false, atWork: 'kept' })
  return background(context)
}
