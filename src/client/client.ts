import {
  errorIn,
  IrisError,
  paths,
  type CallInput,
  type CallName,
  type CallOutput,
} from '../contract/plain.ts'
import { streamEvents, type EventStreamOptions } from './event-stream.ts'
import type { Answer, Send } from './send.ts'
import { followTell, type TellInput, type TellStep } from './tell.ts'
import type { EventEnvelope } from '../contract/plain.ts'

/** Where the daemon is and who is calling. */
export interface ClientOptions {
  /** Asked for anew with every request where it is a function: a daemon that was started again may be elsewhere. */
  url: string | (() => string)
  token?: string
  /** How requests travel: `fetch` unless told otherwise. */
  send?: Send
}

/** The API as functions: `client.call('getStatus', {})`, and the live log as an async iterable. */
export interface Client {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  events(options?: EventStreamOptions): AsyncGenerator<EventEnvelope, void, undefined>
  /** Puts a message to a team and gives its receipt, its words as they come, and its end. */
  tell(input: TellInput): AsyncGenerator<TellStep, void, undefined>
}

export function createClient(options: ClientOptions): Client {
  const send: Send = options.send ?? fetch
  const base = (): string => (typeof options.url === 'string' ? options.url : options.url())
  const headers: Record<string, string> = options.token ? { authorization: `Bearer ${options.token}` } : {}

  const client: Client = {
    async call(name, input) {
      const { url, init } = requestFor(base(), name, input)
      const response = await reach(() => send(url, { ...init, headers: { ...headers, ...init.headers } }))
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) throw errorFrom(body, response.status)
      // The daemon answers with the output schema of this very call; both ends ship in one package.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return body as never
    },
    events: (stream = {}) =>
      streamEvents({
        ...stream,
        open: (path, extra, signal) =>
          reach(() => send(new URL(path, base()), { headers: { ...headers, ...extra }, signal })),
        errorFrom,
      }),
    tell: (input) => followTell(client, input),
  }
  return client
}

interface Request {
  url: URL
  init: { method: string; headers: Record<string, string>; body?: string }
}

function requestFor(base: string, name: CallName, input: object): Request {
  const { method, path } = paths[name]
  const rest = new Map(Object.entries(input))
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest.get(key)))
    rest.delete(key)
    return value
  })
  const url = new URL(filled, base)
  if (method !== 'GET') {
    const body = JSON.stringify(Object.fromEntries(rest))
    return { url, init: { method, headers: { 'content-type': 'application/json' }, body } }
  }
  for (const [key, value] of rest) {
    if (value !== undefined) url.searchParams.set(key, String(value))
  }
  return { url, init: { method, headers: {} } }
}

async function reach(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    throw new IrisError('DAEMON_UNREACHABLE', 'Iris is not answering.', { cause: error })
  }
}

/** The daemon's own error when the body holds one; otherwise what the status tells. */
function errorFrom(body: unknown, status: number): IrisError {
  const gone = `Iris answered with status ${status} and no explanation.`
  return errorIn(body) ?? new IrisError('DAEMON_UNREACHABLE', gone)
}
