import { z } from 'zod'
import { AskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { openEventStream } from './event-stream.ts'

// Claude Code comes back twice at this pace: time enough for a daemon to start again.
const comesBackAfter = 5000

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
  const stream = openEventStream(clock, 'waits for a person')
  void result
    .then((given) => given && stream.send({ jsonrpc: '2.0', id: call.id, result: given }))
    .finally(() => stream.close())
  return marks.within(stream.response)
}
