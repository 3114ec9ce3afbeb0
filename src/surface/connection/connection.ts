import { createClient, type Client, type Send } from '../../client/index.ts'
import { daemonLock, IrisError, type DaemonAddress } from '../../contract/plain.ts'
import { lockHolder, pidOf } from '../../platform/process/index.ts'
import { isOwnPlace } from '../../platform/socket/index.ts'
import { readAddress, readToken } from './address.ts'
import { sendOverHttp } from './send.ts'
import { watched } from './watching.ts'

const answersWithin = 5000
/** Requests need a host; behind the socket there is only one. */
const url = 'http://iris'

/** A daemon and what it takes to call it. */
export interface FoundDaemon {
  address: DaemonAddress
  token: string
  client: Client
  /** Carries a request to the daemon of the home, wherever that is by then. */
  send: Send
}

/** The daemon of this home if it answers. */
export async function findDaemon(home: string): Promise<FoundDaemon | undefined> {
  if (!readAddress(home)) return undefined
  refuseOlder(home)
  const token = readToken(home)
  if (!(await isAnswering(home))) return undefined
  // Only now: what was read before may be of a daemon that was killed, and another answered.
  const address = readAddress(home)
  if (!address) return undefined
  return {
    address,
    token,
    client: createClient({ url, token, send: watchedOver(home) }),
    send: sendTo(home),
  }
}

/** The daemon of this home; without one, the error that says how to start it. */
export function connect(home: string): { address: DaemonAddress; client: Client } {
  const address = readAddress(home)
  if (!address) throw whyGone(home)
  refuseOlder(home)
  const client = createClient({ url, token: readToken(home), send: watchedOver(home) })
  return { address, client: explainGone(client, home) }
}

/**
 * The socket is looked up for every request: each daemon of a home may have one of its own. It lies where nobody else
 * can listen, so that the token goes to a daemon of this home or to nobody; a port may be anybody's by now.
 */
function sendTo(home: string): Send {
  return async (at, options) => {
    const socketPath = readAddress(home)?.socket
    if (!socketPath || !(await isOwnPlace(socketPath, home)))
      throw new IrisError('DAEMON_NOT_RUNNING', 'Iris is not running.')
    return sendOverHttp(at, { ...options, socketPath })
  }
}

function watchedOver(home: string): Send {
  return watched(sendTo(home), () => isAnswering(home))
}

/** False also for a stale address: its daemon was killed, or takes connections and answers nobody. The lock decides who runs. */
async function isAnswering(home: string): Promise<boolean> {
  const send = sendTo(home)
  const hasty: Send = (at, options) => send(at, { ...options, signal: AbortSignal.timeout(answersWithin) })
  try {
    await createClient({ url, send: hasty }).call('getHealth', {})
    return true
  } catch {
    return false
  }
}

/** Whether the daemon of this home was started by an older Iris: it has a port only, and no port is trusted with a token. */
export function isOlder(home: string): boolean {
  const { socket, pid } = readAddress(home) ?? {}
  const holder = socket === '' ? lockHolder(home, daemonLock) : undefined
  return holder !== undefined && pidOf(holder) === pid
}

function refuseOlder(home: string): void {
  if (!isOlder(home)) return
  throw new IrisError(
    'DAEMON_UNREACHABLE',
    'The Iris that runs is older than this command and has to be started again.',
  )
}

/** Says of a daemon that cannot be reached whether there is one. */
function explainGone(client: Client, home: string): Client {
  return {
    ...client,
    async call(name, input) {
      try {
        return await client.call(name, input)
      } catch (error) {
        const isGone = error instanceof IrisError && error.code === 'DAEMON_UNREACHABLE'
        throw isGone ? whyGone(home, error) : error
      }
    },
  }
}

function whyGone(home: string, cause?: unknown): IrisError {
  const holder = lockHolder(home, daemonLock)
  if (!holder) return new IrisError('DAEMON_NOT_RUNNING', 'Iris is not running.', { cause })
  return new IrisError('DAEMON_UNREACHABLE', `Iris (process ${pidOf(holder)}) runs, but does not answer.`, {
    cause,
  })
}
