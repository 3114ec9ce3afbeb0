import type { Answer, Send } from '../../client/index.ts'
import { IrisError } from '../../contract/plain.ts'
import { systemCode } from '../../platform/lib/index.ts'
import { systemClock } from '../../platform/clock/index.ts'
import { messagesIn } from './answer.ts'
import { agreedVersion, answeredId, headersOf, parseLine, requestId, type Message } from './message.ts'

/** How the daemon is reached and what lets one in. */
export interface Place {
  send: Send
  token: string
}

/** The daemon's side of the bridge: sends a message and gives what comes back. */
export type Upstream = (message: Message, signal: AbortSignal) => AsyncGenerator<string>

const retryFor = 20_000
const firstPause = 50
const maxPause = 1000
const url = new URL('http://iris/mcp')
/** What a daemon that is about to stop answers to everything. */
const stopping = 503

export function createUpstream(deps: { find: () => Promise<Place>; cwd: string }): Upstream {
  /** Headers that go along once client and daemon have agreed on them. */
  const agreed: Record<string, string> = {}
  let finding: Promise<Place> | undefined
  return send

  async function* send(message: Message, signal: AbortSignal): AsyncGenerator<string> {
    const id = requestId(message)
    let isAnswered = id === undefined
    try {
      const response = await post(message, signal)
      for await (const data of messagesIn(response)) {
        const answer = parseLine(data)?.find((received) => id !== undefined && answeredId(received) === id)
        if (answer && message['method'] === 'initialize') agree(answer, response)
        isAnswered ||= answer !== undefined
        yield data
      }
    } catch (error) {
      // Everything else is a connection that broke.
      throw error instanceof IrisError ? error : cut(error)
    }
    if (!isAnswered) throw cut()
  }

  function agree(answer: Message, { headers }: Answer): void {
    const version = agreedVersion(answer)
    const session = headers.get('mcp-session-id')
    if (version !== undefined) agreed['mcp-protocol-version'] = version
    if (session !== null) agreed['mcp-session-id'] = session
  }

  /** Sends until the daemon takes it. A call that may have been taken is not sent again: it could be done twice. */
  async function post(message: Message, signal: AbortSignal): Promise<Answer> {
    const deadline = systemClock.steady() + retryFor
    for (let pause = firstPause; ; pause = Math.min(pause * 2, maxPause)) {
      const response = await attempt(message, signal)
      if (response) return response
      finding = undefined
      if (systemClock.steady() + pause > deadline)
        throw new IrisError('DAEMON_UNREACHABLE', 'Iris is not answering.')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  /** The daemon's response; undefined when it did not take the message. */
  async function attempt(message: Message, signal: AbortSignal): Promise<Answer | undefined> {
    const place = await here()
    const headers = { ...headersFor(place, deps.cwd), ...agreed, ...headersOf(message) }
    const body = JSON.stringify(message)
    try {
      const response = await place.send(url, { method: 'POST', headers, body, signal })
      return response.status === stopping ? undefined : response
    } catch (error) {
      const mayRepeat = wasRefused(error) || message['method'] !== 'tools/call'
      if (signal.aborted || !mayRepeat) throw error
      return undefined
    }
  }

  /** Ten calls that find the daemon gone look for it once. */
  function here(): Promise<Place> {
    finding ??= deps.find().catch((error: unknown) => {
      finding = undefined
      throw error
    })
    return finding
  }
}

/** The headers of every request. */
function headersFor({ token }: Place, cwd: string): Record<string, string> {
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    // Header values are ASCII; a folder need not be.
    'x-iris-cwd': encodeURIComponent(cwd),
    // A kept connection that died with the daemon could not be told from a call that was cut.
    connection: 'close',
  }
}

/** Nobody listens, there is no socket, or too many wait at it. */
const notTaken = new Set(['ECONNREFUSED', 'ENOENT', 'EAGAIN'])

/** Nobody listened, so nothing was taken. */
function wasRefused(error: unknown): boolean {
  if (error instanceof IrisError) return error.code === 'DAEMON_NOT_RUNNING'
  return notTaken.has(systemCode(error) ?? '')
}

/** The daemon went away in the middle of a call. */
function cut(cause?: unknown): IrisError {
  return new IrisError('CALL_CUT', 'Iris stopped while this call was under way.', { cause })
}
