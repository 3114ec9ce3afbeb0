import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { filter, type Observable } from 'rxjs'
import type { WebSocket } from 'ws'
import { EventQuery, IrisError, type Event, type SessionId, type Writing } from '../../contract/index.ts'
import type { EventLog, TailOptions } from '../../core/store/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Stay } from './stays.ts'
import { rememberBlocks, sendEvents, stalledAfter, type Batches } from './server-sent-events.ts'

/** The live log for readers over HTTP and WebSocket, counted. */
export interface EventStreams {
  /** The live log, or what of it happens in one session. */
  respond(context: Context<{ Bindings: HttpBindings }>, stay: Stay, session?: SessionId): Response
  feed(socket: WebSocket, request: IncomingMessage, stay: Stay): Promise<void>
  count(): number
  /** Ends every stream in order; readers come back with the next daemon. */
  close(): void
}

export function createEventStreams(deps: {
  log: EventLog
  clock: Clock
  writing$?: Observable<Writing>
  onFault: (error: unknown, where: string) => void
}): EventStreams {
  const { log, clock } = deps
  const blockOf = rememberBlocks()
  let open = 0
  const closing = new AbortController()

  return {
    count: () => open,
    close: () => closing.abort(),
    respond(context, stay, session) {
      if (closing.signal.aborted) throw refusal(context)
      const query = { ...context.req.query(), ...(session ? { session } : {}) }
      const wanted = wantedOf(query, { lastEventId: context.req.header('last-event-id'), head: log.head() })
      const batches: Batches = (signal) =>
        log.tail({ ...wanted, signal: AbortSignal.any([signal, closing.signal]) })
      const writing$ = deps.writing$?.pipe(
        filter(
          (piece) => wanted.session === undefined || ('session' in piece && piece.session === wanted.session),
        ),
      )
      const extra = {
        ...(context.req.query('writing') && writing$ ? { writing$ } : {}),
        ...(context.req.query('from') ? { start: wanted.after } : {}),
      }
      open += 1
      sendEvents(context.env.outgoing, { clock, batches, blockOf, over: stay.signal, ...extra })
        .catch((error: unknown) => deps.onFault(error, 'GET /api/events'))
        .finally(() => (open -= 1))
      return RESPONSE_ALREADY_SENT
    },
    async feed(socket, request, stay) {
      const query = new URL(request.url ?? '/', 'http://localhost').searchParams
      const wanted = wantedOf(Object.fromEntries(query), { head: log.head() })
      const ended = new AbortController()
      socket.once('close', () => ended.abort())
      const signal = AbortSignal.any([ended.signal, closing.signal, stay.signal])
      open += 1
      try {
        for await (const batch of log.tail({ ...wanted, signal })) await sendAll(batch)
        if (stay.signal.aborted) socket.close(1008, 'This token is no longer valid.')
        else socket.close(1001, 'the daemon is stopping')
      } finally {
        open -= 1
      }

      async function sendAll(batch: readonly Event[]): Promise<void> {
        for (const event of batch) if (!stay.signal.aborted) await send(socket, event, clock)
      }
    },
  }
}

/** A reader that comes back over a kept connection must look for the next daemon, not wait with this one. */
function refusal(context: Context<{ Bindings: HttpBindings }>): IrisError {
  context.env.outgoing.setHeader('connection', 'close')
  return new IrisError('DAEMON_UNREACHABLE', 'Iris is stopping.')
}

/** What a reader asked for. One that has seen events goes on after them, wherever it began. */
function wantedOf(
  query: Record<string, string>,
  { lastEventId, head }: { lastEventId?: string | undefined; head: number },
): TailOptions {
  const checked = EventQuery.safeParse({ ...query, ...(lastEventId ? { after: lastEventId } : {}) })
  if (!checked.success)
    throw new IrisError('INPUT_INVALID', 'The query of the event stream is not right.', {
      cause: checked.error,
    })
  const { after, from, types, session } = checked.data
  const start = from === 'now' && !lastEventId ? head : after
  return { after: start, ...(types ? { types } : {}), ...(session ? { session } : {}) }
}

/** Resolves when the socket has taken the event; a socket that does not within 10 s is ended. */
function send(socket: WebSocket, event: Event, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(stalledAfter, () => socket.terminate())
    socket.send(JSON.stringify(event), () => {
      cancel()
      resolve()
    })
  })
}
