import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import type { Client } from '../../client/index.ts'
import { exitCodes, homeFiles, IrisError, type DaemonAddress } from '../../contract/plain.ts'
import type { Environment } from '../../platform/config/plain.ts'
import { entryPoint, startDetached, type Exit } from '../../platform/process/index.ts'
import type { CommandContext } from './command.ts'
import { connect, findDaemon } from './connection.ts'

const startWithin = 10_000

/** The daemon of this home; when none runs, one is started in the background, and stderr says so. */
export async function connectOrStart({ environment }: CommandContext): Promise<Client> {
  if (!(await findDaemon(environment.home))) {
    const { url } = await startInBackground(environment)
    process.stderr.write(`Started Iris in the background at ${url} (stop it with: iris stop)\n`)
  }
  return connect(environment.home).client
}

/** Starts the daemon on its own and gives its address once it answers. */
export async function startInBackground(environment: Environment): Promise<DaemonAddress> {
  const { home, variables } = environment
  const logFile = homeFiles(home).startLog
  makeLogFolder(home)
  const before = existsSync(logFile) ? statSync(logFile).size : 0
  const child = await startDetached({ ...daemonEntry(), cwd: '/', env: variables, logFile })
  const found = await answering(home, child.exited)
  if (found) return found
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

/** The command that runs the daemon. */
export function daemonEntry(): { command: string; args: string[] } {
  return entryPoint(import.meta.url, '../../daemon/main')
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
