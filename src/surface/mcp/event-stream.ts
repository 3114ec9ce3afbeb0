import type { Cancel, Clock } from '../../platform/clock/index.ts'

const showEvery = 15_000

/** A response of server-sent events that carries JSON-RPC messages and never falls silent. */
export interface EventStream {
  response: Response
  send(message: object): void
  /** Ends the stream; what is sent afterwards goes nowhere. */
  close(): void
}

const encoder = new TextEncoder()

/** `silence` is what a client that waits is shown from time to time: connections that say nothing are cut on the way. */
export function openEventStream(clock: Clock, silence: string): EventStream {
  let cancel: Cancel = () => undefined
  let write = (_text: string): void => undefined
  let close = (): void => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (text) => controller.enqueue(encoder.encode(text))
      close = () => controller.close()
    },
    cancel: () => end(() => undefined),
  })
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  }
  show()
  return {
    response: new Response(body, { headers }),
    send: (message) => write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
    close: () => end(close),
  }

  function show(): void {
    write(`: ${silence}\n\n`)
    cancel = clock.after(showEvery, show)
  }

  function end(how: () => void): void {
    cancel()
    how()
    write = () => undefined
    close = () => undefined
  }
}
