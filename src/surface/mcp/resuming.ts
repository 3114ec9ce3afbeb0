import { z } from 'zod'
import { AskId } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

// Claude Code comes back twice at this pace: time enough for a daemon to start again.
const comesBackAfter = 5000
const showEvery = 15_000

/** A call that waits for an ask: enough to go on with it in another connection, or with another daemon. */
export interface WaitingCall {
  ask: AskId
  /** Its JSON-RPC id. */
  id: string | number
}

/** Marks of our own in a stream of server-sent events. */
export interface Marks {
  /** From here on, a client whose connection is cut asks for this call again (`Last-Event-ID`). */
  mark(call: WaitingCall): void
  /** The same response with the marks in it. */
  within(response: Response): Response
}

const encoder = new TextEncoder()

export function createMarks(): Marks {
  let waiting: string[] = []
  let write = (text: string): void => void waiting.push(text)
  return {
    mark: (call) => write(markOf(call)),
    within(response) {
      const reader = response.body?.getReader()
      if (!reader) return response
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          write = (text) => enqueue(controller, text)
          for (const text of waiting) write(text)
          waiting = []
        },
        async pull(controller) {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: (reason) => reader.cancel(reason),
      })
      return new Response(body, response)
    },
  }
}

function enqueue(controller: ReadableStreamDefaultController<Uint8Array>, text: string): void {
  try {
    controller.enqueue(encoder.encode(text))
  } catch {
    // The stream has ended: nobody comes back for it.
  }
}

function markOf({ ask, id }: WaitingCall): string {
  return `id: ${ask}/${encodeURIComponent(JSON.stringify(id))}\nretry: ${comesBackAfter}\ndata:\n\n`
}

/** The call that a client comes back for. */
export function callWantedBy(request: Request): WaitingCall | undefined {
  const [ask, id = ''] = (request.headers.get('last-event-id') ?? '').split('/')
  try {
    const wanted = Wanted.safeParse({ ask, id: JSON.parse(decodeURIComponent(id)) })
    return request.method === 'GET' ? wanted.data : undefined
  } catch {
    // No mark of ours.
    return undefined
  }
}

const Wanted = z.object({ ask: AskId, id: z.union([z.string(), z.number()]) })

/** The rest of a stream that was cut: its mark again, then what the call gives, and nothing when it gives nothing. */
export function streamFor(call: WaitingCall, result: Promise<object | undefined>, clock: Clock): Response {
  const marks = createMarks()
  marks.mark(call)
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const quiet = keepAlive(controller, clock)
      const given = await result.finally(quiet)
      if (given) {
        const message = JSON.stringify({ jsonrpc: '2.0', id: call.id, result: given })
        enqueue(controller, `event: message\ndata: ${message}\n\n`)
      }
      controller.close()
    },
  })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }
  return marks.within(new Response(body, { headers }))
}

/** Connections that are silent for long are cut on the way. */
function keepAlive(controller: ReadableStreamDefaultController<Uint8Array>, clock: Clock): Cancel {
  let cancel: Cancel = () => undefined
  show()
  return () => cancel()

  function show(): void {
    enqueue(controller, ': waits for a person\n\n')
    cancel = clock.after(showEvery, show)
  }
}
