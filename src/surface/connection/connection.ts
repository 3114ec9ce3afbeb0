import { readFileSync } from 'node:fs'
import { createClient, type Client, type Send } from '../../client/index.ts'
import { homeFiles, IrisError, type DaemonAddress } from '../../contract/plain.ts'
import { sendOverHttp } from './send.ts'

const answersWithin = 5000

/** The address file of the home, if there is one; it may be stale after a crash. */
function readAddress(home: string): DaemonAddress | undefined {
  const found = readJson(homeFiles(home).address)
  if (typeof found !== 'object' || found === null) return undefined
  if (
    !('url' in found) ||
    !('pid' in found) ||
    typeof found.url !== 'string' ||
    typeof found.pid !== 'number'
  )
    return undefined
  return { url: found.url, pid: found.pid, version: 'version' in found ? String(found.version) : '' }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // No daemon, or one that is just writing the file: both mean "not there yet" to the caller.
    return undefined
  }
}

/** A daemon and what it takes to call it. */
export interface FoundDaemon {
  address: DaemonAddress
  token: string
  client: Client
}

/** The daemon of this home if it answers. */
export async function findDaemon(home: string): Promise<FoundDaemon | undefined> {
  const address = readAddress(home)
  if (!address) return undefined
  const token = readToken(home)
  const hasty: Send = (url, options) =>
    sendOverHttp(url, { ...options, signal: AbortSignal.timeout(answersWithin) })
  try {
    await createClient({ url: address.url, send: hasty }).call('getHealth', {})
    return {
      address,
      token,
      client: createClient({ url: whereIs(home, address), token, send: sendOverHttp }),
    }
  } catch {
    // A stale address: its daemon was killed, or takes connections and answers nobody. The lock decides who runs.
    return undefined
  }
}

/** The daemon of this home; without one, the error that says how to start it. */
export function connect(home: string): { address: DaemonAddress; client: Client } {
  const address = readAddress(home)
  if (!address) throw new IrisError('DAEMON_NOT_RUNNING', 'Iris is not running.')
  const client = createClient({ url: whereIs(home, address), token: readToken(home), send: sendOverHttp })
  return { address, client: explainGone(client) }
}

/** The address is looked up for every request: with `httpPort: 0` each daemon of a home has a port of its own. */
function whereIs(home: string, known: DaemonAddress): () => string {
  return () => readAddress(home)?.url ?? known.url
}

/** A stale address file is the same to a user as no daemon. */
function explainGone(client: Client): Client {
  return {
    ...client,
    async call(name, input) {
      try {
        return await client.call(name, input)
      } catch (error) {
        const gone = error instanceof IrisError && error.code === 'DAEMON_UNREACHABLE'
        throw gone ? new IrisError('DAEMON_NOT_RUNNING', 'Iris is not running.', { cause: error }) : error
      }
    },
  }
}

function readToken(home: string): string {
  try {
    return readFileSync(homeFiles(home).token, 'utf8').trim()
  } catch (error) {
    throw new IrisError('TOKEN_MISSING', `The token file ${homeFiles(home).token} cannot be read.`, {
      cause: error,
    })
  }
}
