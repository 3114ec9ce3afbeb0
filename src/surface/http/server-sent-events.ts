import type { ServerResponse } from 'node:http'
import type { Event } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

const heartbeatEvery = 15_000
export const stalledAfter = 10_000

export type Batches = (signal: AbortSignal) => AsyncGenerator<readonly Event[], void, undefined>

/**
 * Writes the log as server-sent events until the reader or the daemon ends it. One event is written at a time and
 * the next only when the socket has room, so nothing is buffered; a socket without room for 10 s is dropped.
 */
export async function sendEvents(
  response: ServerResponse,
  deps: { clock: Clock; batches: Batches },
): Promise<void> {
  const { clock } = deps
  const ended = new AbortController()
  response.once('close', () => ended.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(': connected\n\n')
  let cancelHeartbeat = scheduleHeartbeat()
  try {
    for await (const batch of deps.batches(ended.signal)) {
      cancelHeartbeat()
      if (!(await sendBatch(batch))) return
      cancelHeartbeat = scheduleHeartbeat()
    }
    response.end()
  } finally {
    cancelHeartbeat()
  }

  async function sendBatch(batch: readonly Event[]): Promise<boolean> {
    for (const event of batch) {
      if (ended.signal.aborted) return false
      if (!response.write(block(event)) && !(await roomIn(response, clock))) return false
    }
    return true
  }

  function scheduleHeartbeat(): Cancel {
    return clock.after(heartbeatEvery, () => {
      response.write(': still here\n\n')
      cancelHeartbeat = scheduleHeartbeat()
    })
  }
}

/** True once the socket has room again; a reader that does not make room in time is dropped. */
function roomIn(response: ServerResponse, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (room: boolean) => (): void => {
      cancel()
      response.off('drain', onDrain).off('close', onClose)
      if (!room) response.destroy()
      resolve(room)
    }
    const onDrain = settle(true)
    const onClose = settle(false)
    const cancel = clock.after(stalledAfter, onClose)
    response.once('drain', onDrain).once('close', onClose)
  })
}

function block(event: Event): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
