import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import {
  daemonLock,
  errorIn,
  exitCodes,
  homeFiles,
  IrisError,
  type DaemonAddress,
} from '../../contract/plain.ts'
import { systemClock } from '../../platform/clock/index.ts'
import type { Environment } from '../../platform/config/plain.ts'
import { proveWritable } from '../../platform/lib/index.ts'
import {
  entryPoint,
  lockHolder,
  pidOf,
  startReporting,
  type Exit,
  type ReportingProcess,
  type RunningProcess,
} from '../../platform/process/index.ts'
import { findDaemon, type FoundDaemon } from './connection.ts'

const startWithin = 30_000
const pollEvery = 20
const maxStarts = 4

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
  proveWritable(home, () => mkdirSync(`${home}/logs`, { recursive: true, mode: 0o700 }))
  const before = existsSync(logFile) ? statSync(logFile).size : 0
  const { command, args } = daemonEntry()
  const start = { command, args, cwd: '/', env: daemonVariables(environment), logFile }
  const found = await answering(home, () => startReporting(start))
  if ('url' in found) return found
  const holder = lockHolder(home, daemonLock)
  if (holder)
    throw new IrisError('DAEMON_UNREACHABLE', `Iris (process ${pidOf(holder)}) runs, but does not answer.`)
  if (found.reason) throw found.reason
  const said = readFileSync(logFile, 'utf8').slice(before).trim()
  throw new IrisError('DAEMON_DID_NOT_START', said || `${found.how}; its log is ${homeFiles(home).log}.`)
}

/** A start that led to no daemon: what happened, and the reason if the daemon gave one that has a code. */
interface FailedStart {
  how: string
  reason?: IrisError | undefined
}

/** V8 is told to keep the heap small: measured over thousands of tells it stays at half the size, as fast as before. */
export const daemonFlags = ['--max-semi-space-size=1', '--optimize-for-size']

/** A file system that hangs holds a thread: with 16 of them the daemon has some to spare. */
export function daemonVariables({ variables }: Pick<Environment, 'variables'>): Environment['variables'] {
  return { UV_THREADPOOL_SIZE: '16', ...variables }
}

/** The command that runs the daemon. */
export function daemonEntry(): { command: string; args: string[] } {
  const { command, args } = entryPoint('daemon/main')
  return { command, args: [...daemonFlags, ...args] }
}

/** The daemon's address once it answers, or why there is none: it has ended, or takes too long. */
async function answering(
  home: string,
  start: () => Promise<ReportingProcess>,
): Promise<DaemonAddress | FailedStart> {
  const deadline = systemClock.steady() + startWithin
  let child = await start()
  let starts = 1
  while (systemClock.steady() < deadline) {
    const found = await findDaemon(home)
    if (found) {
      if (found.address.pid !== child.pid) await endLoser(child)
      return found.address
    }
    const exit = await Promise.race([child.exited, pause(pollEvery)])
    if (!exit) continue
    if (exit.code !== exitCodes.conflict) return failed(child, exit)
    // Another has the home. It is about to answer, or about to leave: then the home is free for the next start.
    await pause(pollEvery)
    if (lockHolder(home, daemonLock)) continue
    if (starts === maxStarts) return failed(child, exit)
    child = await start()
    starts += 1
  }
  return { how: `Iris did not answer within ${startWithin / 1000} s` }
}

async function failed(child: ReportingProcess, { code, signal }: Exit): Promise<FailedStart> {
  return {
    how: `Iris ended at once, with ${signal ?? `code ${code}`}`,
    reason: errorIn(await child.lastReport()),
  }
}

/** A child that another was faster than, and that has yet to notice it, would find the home free after a stop and be a daemon nobody asked for. */
async function endLoser(child: RunningProcess): Promise<void> {
  const deadline = systemClock.steady() + startWithin
  const gone = child.exited.then(() => 'gone' as const)
  child.signal('SIGTERM')
  // The pauses keep us alive: a background child does not.
  while (systemClock.steady() < deadline)
    if ((await Promise.race([gone, pause(pollEvery)])) === 'gone') return
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}
