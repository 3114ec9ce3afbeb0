import type { Event } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

const heartbeatEvery = 15_000
export const stalledAfter = 10_000

export type Batches = (signal: AbortSignal) => AsyncGenerator<readonly Event[], void, undefined>

/**
 * The log as server-sent events. The reader's own pull drives the tail, so nothing is buffered for it;
 * one that does not pull for 10 s while a batch is ready is dropped.
 */
export function eventStream(deps: {
  clock: Clock
  batches: Batches
  onEnd: () => void
}): ReadableStream<Uint8Array> {
  const { clock } = deps
  const ended = new AbortController()
  const encoder = new TextEncoder()
  const tail = deps.batches(ended.signal)
  let cancelStall: Cancel | undefined
  let next: Promise<IteratorResult<readonly Event[], void>> | undefined

  function end(): void {
    cancelStall?.()
    if (ended.signal.aborted) return
    ended.abort()
    deps.onEnd()
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(': connected\n\n'))
      },
      async pull(controller) {
        cancelStall?.()
        next ??= tail.next()
        const result = await nextOrHeartbeat(clock, next)
        if (ended.signal.aborted) return
        if (result === 'heartbeat') return controller.enqueue(encoder.encode(': still here\n\n'))
        next = undefined
        if (result.done) {
          end()
          return controller.close()
        }
        controller.enqueue(encoder.encode(result.value.map(block).join('')))
        cancelStall = clock.after(stalledAfter, () => {
          end()
          controller.error(new Error('the reader did not take its events'))
        })
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  )
}

function block(event: Event): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

function nextOrHeartbeat<T>(clock: Clock, next: Promise<T>): Promise<T | 'heartbeat'> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(heartbeatEvery, () => resolve('heartbeat'))
    next.then(resolve, reject).finally(cancel)
  })
}
