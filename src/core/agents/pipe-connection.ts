import { IrisError } from '../../contract/index.ts'
import { connectPipe, createTransport, type Pipe, type Transport } from '../transport/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import { insistOnAnswers } from './insisting.ts'
import { removeLeftServers } from './servers-files.ts'

interface Connection {
  pipe: Pipe
  transport: Transport
}

/** The one connection of the daemon to iris-pipe. */
export interface PipeConnection {
  /** The pipe while it is connected. */
  pipe(): Pipe | undefined
  /** Throws when there is none. */
  atHand(): Connection
  /** Connects if need be, starting the pipe when it is not there. */
  made(): Promise<Connection>
  /** A stop has begun: nothing waits any longer for a pipe that does not answer, and none is looked for anew. */
  beginStop(): void
  /** Lets go of the pipe; it is ended too when no agent is left in it. */
  close(): Promise<void>
}

export function createPipeConnection(deps: {
  environment: Environment
  clock: Clock
  logger: Logger
  onLost: () => void
}): PipeConnection {
  const { environment, clock, logger } = deps
  let connection: Connection | undefined
  let connecting: Promise<Connection> | undefined
  let closing = false
  let endInsisting: (() => void) | undefined

  return {
    pipe: () => connection?.pipe,
    atHand() {
      if (connection) return connection
      throw new IrisError('PIPE_CLOSED', 'There is no connection to iris-pipe.')
    },
    made() {
      if (connection) return Promise.resolve(connection)
      if (closing) return Promise.reject(new IrisError('PIPE_CLOSED', 'The daemon is stopping.'))
      connecting ??= connect().finally(() => (connecting = undefined))
      return connecting
    },
    beginStop() {
      endInsisting ??= insistOnAnswers({
        clock,
        pipe: () => connection?.pipe,
        onSilent: () => logger.warn('iris-pipe does not answer; it is left with its agents'),
      })
    },
    async close() {
      closing = true
      // Also one that is just being found, or started.
      const { pipe } = connection ?? (await connecting?.catch(() => undefined)) ?? {}
      if (pipe) await letGo(pipe)
      endInsisting?.()
    },
  }

  async function connect(): Promise<Connection> {
    const pipe = await connectPipe({ home: environment.home, start: true, env: environment.variables })
    // Before anything is started in it: what a start has just written is not left over.
    const left = (await pipe.list()).map(({ id }) => id)
    removeLeftServers(environment.home, left)
    logger.debug('connected to iris-pipe', { agents: left.length })
    const made = { pipe, transport: createTransport({ pipe, clock }) }
    connection = made
    void watch(made)
    return made
  }

  async function watch(made: Connection): Promise<void> {
    await made.pipe.closed
    if (connection === made) connection = undefined
    if (closing || endInsisting) return
    logger.warn('iris-pipe is gone')
    deps.onLost()
  }
}

/** A pipe in which no agent runs any more is ended. */
async function letGo(pipe: Pipe): Promise<void> {
  const running = await pipe.list().catch(() => [])
  if (running.every(({ exit }) => exit)) await pipe.shutdown().catch(() => undefined)
  pipe.close()
}
