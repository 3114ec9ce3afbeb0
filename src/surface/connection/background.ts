import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { exitCodes, homeFiles, IrisError, type DaemonAddress } from '../../contract/plain.ts'
import type { Environment } from '../../platform/config/plain.ts'
import { entryPoint, startDetached, type Exit, type RunningProcess } from '../../platform/process/index.ts'
import { findDaemon, type FoundDaemon } from './connection.ts'

const startWithin = 30_000

/** The daemon of this home, started in the background when there is none. */
export async function reachDaemon(environment: Environment): Promise<FoundDaemon> {
  const running = await findDaemon(environment.home)
  if (running) return running
  await startInBackground(environment)
  const started = await findDaemon(environment.home)
  if (!started) throw new IrisError('DAEMON_UNREACHABLE', 'Iris went away as soon as it had started.')
  return started
}

/** Starts the daemon of this home in the background; returns its address once it answers. */
export async function startInBackground(environment: Environment): Promise<DaemonAddress> {
  const { home } = environment
  const logFile = homeFiles(home).startLog
  makeLogFolder(home)
  const before = existsSync(logFile) ? statSync(logFile).size : 0
  const { command, args } = daemonEntry()
  const child = await startDetached({ command, args, cwd: '/', env: environment.variables, logFile })
  const found = await answering(home, child.exited)
  if (found) {
    if (found.pid !== child.pid) await endLoser(child)
    return found
  }
  const said = readFileSync(logFile, 'utf8').slice(before).trim()
  throw new IrisError(
    'DAEMON_DID_NOT_START',
    said || `Iris did not answer within ${startWithin / 1000} s; its log is ${homeFiles(home).log}.`,
  )
}

/** V8 is told to keep the heap small: measured over thousands of tells it stays at half the size, as fast as before. */
export const daemonFlags = ['--max-semi-space-size=1', '--optimize-for-size']

/** The command that runs the daemon. */
export function daemonEntry(): { command: string; args: string[] } {
  const { command, args } = entryPoint('daemon/main')
  return { command, args: [...daemonFlags, ...args] }
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

/** A child that another was faster than, and that has yet to notice it, would find the home free after a stop and be a daemon nobody asked for. */
async function endLoser(child: RunningProcess): Promise<void> {
  const deadline = Date.now() + startWithin
  const gone = child.exited.then(() => 'gone' as const)
  child.signal('SIGTERM')
  // The pauses keep us alive: a background child does not.
  while (Date.now() < deadline) if ((await Promise.race([gone, pause(20)])) === 'gone') return
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
