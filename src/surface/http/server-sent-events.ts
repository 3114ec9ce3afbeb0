import type { ServerResponse } from 'node:http'
import type { Observable } from 'rxjs'
import type { Event, Writing } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import { sendWriting } from './writing.ts'

const heartbeatEvery = 15_000
const largestPiece = 32 * 1024
const maxBlocks = 64
export const stalledAfter = 10_000

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

export type Batches = (signal: AbortSignal) => AsyncGenerator<readonly Event[], void, undefined>

/**
 * Writes the log as server-sent events until the reader or the daemon ends it. A piece is written at a time and the
 * next only when the socket has room, so little is buffered; a socket without room for 10 s is dropped.
 */
export async function sendEvents(
  response: ServerResponse,
  deps: {
    clock: Clock
    batches: Batches
    /** The number after which the reader begins, if it does not know: it goes on from there when it comes back. */
    start?: number | undefined
    /** Aborted when the reader may hear no more. */
    over?: AbortSignal
    blockOf?: (event: Event) => string
    /** What agents write, for readers who want it. */
    writing$?: Observable<Writing>
  },
): Promise<void> {
  const { clock, blockOf = block } = deps
  const ended = new AbortController()
  response.once('close', () => ended.abort())
  deps.over?.addEventListener('abort', () => ended.abort())
  response.writeHead(200, streamHeaders)
  response.write(deps.start === undefined ? ': connected\n\n' : `: connected\n\nid: ${deps.start}\n\n`)
  const writing = deps.writing$ && sendWriting(response, { clock, writing$: deps.writing$ })
  let cancelHeartbeat = scheduleHeartbeat()
  try {
    for await (const batch of deps.batches(ended.signal)) {
      cancelHeartbeat()
      if (!(await sendBatch(batch))) break
      cancelHeartbeat = scheduleHeartbeat()
    }
    response.end()
  } finally {
    cancelHeartbeat()
    writing?.close()
  }

  async function sendBatch(batch: readonly Event[]): Promise<boolean> {
    writing?.flush()
    for (const piece of piecesOf(batch, blockOf)) {
      if (ended.signal.aborted) return false
      if (!response.write(piece) && !(await roomIn(response, clock))) return false
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

/** Many readers are told of the same events at the same time: each is put into words once. */
export function rememberBlocks(): (event: Event) => string {
  const blocks = new Map<Event, string>()
  return (event) => {
    const known = blocks.get(event)
    if (known !== undefined) return known
    const made = block(event)
    const [oldest] = blocks.keys()
    if (blocks.size >= maxBlocks && oldest) blocks.delete(oldest)
    if (made.length <= largestPiece) blocks.set(event, made)
    return made
  }
}

/** What a socket is given at once: a write for each event would take longer than all that it says. */
function* piecesOf(batch: readonly Event[], blockOf: (event: Event) => string): Generator<string> {
  let piece = ''
  for (const event of batch) {
    piece += blockOf(event)
    if (piece.length < largestPiece) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function block(event: Event): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
