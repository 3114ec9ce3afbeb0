import type { Readable, Writable } from 'node:stream'
import { createDownstream } from './downstream.ts'
import { linesOf } from './lines.ts'
import { cancelledId, parseLine, requestId, type Message, type RequestId } from './message.ts'
import { createUpstream, type Place } from './upstream.ts'

export interface BridgeDeps {
  input: Readable
  output: Writable
  /** Finds the daemon, or starts it. */
  find: () => Promise<Place>
  /** The folder the client works in. */
  cwd: string
}

/** After the client has closed its side, calls under way get this long to end. */
const lastCalls = 2000

/** Carries MCP between stdio and the daemon until the client closes its side. Keeps nothing. */
export async function runBridge({ input, output, find, cwd }: BridgeDeps): Promise<void> {
  const upstream = createUpstream({ find, cwd })
  const downstream = createDownstream(output)
  const underWay = new Map<Promise<void>, { id: RequestId | undefined; stop: AbortController }>()

  await Promise.race([downstream.gone, carryAll().then(lastOnes)])
  for (const { stop } of underWay.values()) stop.abort()

  async function carryAll(): Promise<void> {
    for await (const line of linesOf(input.setEncoding('utf8'))) {
      const messages = line === null ? undefined : parseLine(line)
      if (messages) for (const message of messages) take(message)
      else await downstream.reject()
    }
  }

  function take(message: Message): void {
    const cancelled = cancelledId(message)
    if (cancelled === undefined) carry(message)
    // Hanging up is how a request is cancelled over HTTP.
    else for (const { id, stop } of underWay.values()) if (id === cancelled) stop.abort()
  }

  function carry(message: Message): void {
    const stop = new AbortController()
    const id = requestId(message)
    const work = forward(message, stop.signal)
      .catch((error: unknown) =>
        id === undefined || stop.signal.aborted ? undefined : downstream.refuse(id, error),
      )
      .finally(() => underWay.delete(work))
    underWay.set(work, { id, stop })
  }

  async function forward(message: Message, signal: AbortSignal): Promise<void> {
    for await (const data of upstream(message, signal)) await downstream.write(data)
  }

  function lastOnes(): Promise<unknown> {
    let timer: NodeJS.Timeout
    const enough = new Promise((resolve) => (timer = setTimeout(resolve, lastCalls)))
    return Promise.race([enough, Promise.all(underWay.keys())]).finally(() => clearTimeout(timer))
  }
}
