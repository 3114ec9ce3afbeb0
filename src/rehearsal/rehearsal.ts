import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Observable } from 'rxjs'
import { IrisError } from '../contract/index.ts'
import { systemClock, type Clock } from '../platform/clock/index.ts'
import { systemCode } from '../platform/lib/index.ts'
import { cliEnvironment } from './environment.ts'
import { createGates } from './gates.ts'
import { createHandler } from './handler.ts'
import type { MessagesRequest } from './messages-request.ts'
import { createModel } from './model.ts'
import type { Playbook } from './playbook.ts'
import { createRecord, type Counts, type RecordedRequest } from './record.ts'

/** What a rehearsal is started with. */
export interface RehearsalOptions {
  playbook: Playbook
  /** 0, the default, lets the system choose. */
  port?: number
  clock?: Clock
  /** How long each reply of a conversation waits first, in ms, so that people can follow it. */
  pace?: number
  /** Sees each request with all it held, which the record does not keep. */
  onRequest?: (request: RecordedRequest, body: MessagesRequest) => void
}

/** A running scripted model. */
export interface Rehearsal {
  url: string
  playbook: Playbook
  /** The environment that makes the Claude Code CLI work with this rehearsal. */
  env(): Record<string, string>
  requests$: Observable<RecordedRequest>
  /** The last 200 requests. */
  requests(): readonly RecordedRequest[]
  /** Calls and tokens by model and session since it began. */
  counts(): Counts
  /** Opens a gate for good. */
  open(gate: string): void
  /** Settles as soon as a reply stands at the gate. */
  waiting(gate: string): Promise<void>
  close(): Promise<void>
}

/** Longer than a CLI keeps its own: a request that meets a connection just being closed fails, and the turn with it. */
const idleConnectionKept = 10 * 60 * 1000

/** Starts a server on 127.0.0.1 that answers as the Messages API would, from a playbook. */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  const { playbook, port = 0, clock = systemClock, pace = 0, onRequest } = options
  const gates = createGates(playbook)
  const record = createRecord()
  // Two rehearsals of one session must not use an id twice.
  const run = randomBytes(4).toString('hex')
  const model = createModel({ playbook, gates, clock, record, run, pace, onRequest })
  const handler = createHandler({ playbook, gates, model, record, run })
  const server = createServer({ keepAliveTimeout: idleConnectionKept }, (request, response) =>
    handler.handle(request, response),
  )
  const url = await listen(server, port)
  let closed: Promise<void> | undefined
  return {
    url,
    playbook,
    env: () => cliEnvironment(url),
    requests$: record.told$,
    requests: () => record.all(),
    counts: () => record.counts(),
    open: (gate) => gates.open(gate),
    waiting: (gate) => gates.waiting(gate),
    close() {
      handler.close()
      gates.close()
      record.close()
      closed ??= shut(server)
      return closed
    },
  }
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const isTaken = systemCode(cause) === 'EADDRINUSE'
      reject(
        isTaken
          ? new IrisError('PORT_IN_USE', `Port ${port} is in use; choose another with --port.`, { cause })
          : cause,
      )
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const bound = typeof address === 'object' && address ? address.port : port
      resolve(`http://127.0.0.1:${bound}`)
    })
  })
}

function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
