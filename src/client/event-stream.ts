import { IrisError, type EventEnvelope, type Writing } from '../contract/plain.ts'
import { sleep } from './reaching.ts'
import { partsOf, type Answer, type Body } from './send.ts'

/** Which events to hear, from where, until when. */
export interface EventStreamOptions {
  after?: number
  /** Only what happens from now on, wherever the log is by now. */
  from?: 'now'
  types?: readonly string[]
  session?: string
  /** Only what happens in this run. */
  run?: string
  signal?: AbortSignal
  /** Told whenever the stream is (re)opened or broken, so that a view can say how fresh it is. */
  onState?: (state: 'open' | 'broken') => void
  /** Told what agents and Iris are writing, before their statements are whole; some may be missing. */
  onWriting?: (writing: Writing) => void
}

interface StreamDeps extends EventStreamOptions {
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Answer>
  errorFrom(body: unknown, status: number): IrisError
}

const firstPause = 250
const maxPause = 5000
/** The server sends a heartbeat every 15 s; three missed ones mean a dead connection. */
const silenceLimit = 45_000

/** The number after which a stream goes on; undefined until one that begins now was told where that is. */
interface Place {
  after: number | undefined
}

/** Events after a number, for ever: a broken connection is opened again after the last event seen. */
export async function* streamEvents(deps: StreamDeps): AsyncGenerator<EventEnvelope, void, undefined> {
  const place = startOf(deps)
  let pause = firstPause
  while (!deps.signal?.aborted) {
    try {
      for await (const event of oneConnection(deps, place)) {
        place.after = event.seq
        pause = firstPause
        yield event
      }
    } catch (error) {
      if (deps.signal?.aborted) return
      if (isFinal(error)) throw error
    }
    if (deps.signal?.aborted) return
    deps.onState?.('broken')
    await sleep(pause, deps.signal)
    pause = Math.min(pause * 2, maxPause)
  }
}

function startOf({ from, after = 0 }: EventStreamOptions): Place {
  return { after: from === 'now' ? undefined : after }
}

/** Refusals stay refusals; everything else may pass. */
function isFinal(error: unknown): boolean {
  return error instanceof IrisError && error.kind.status < 500
}

async function* oneConnection(
  deps: StreamDeps,
  place: Place,
): AsyncGenerator<EventEnvelope, void, undefined> {
  const watchdog = createWatchdog(deps.signal)
  const { after } = place
  try {
    const seen = after === undefined ? {} : { 'last-event-id': String(after) }
    const headers = { accept: 'text/event-stream', ...seen }
    const response = await deps.open(`${pathOf(deps)}?${queryOf(deps)}`, headers, watchdog.signal)
    if (!response.ok || !response.body)
      throw deps.errorFrom(await response.json().catch(() => undefined), response.status)
    deps.onState?.('open')
    for await (const event of eventsOf(response.body, { ...deps, place, heard: watchdog.heard })) yield event
  } finally {
    watchdog.end()
  }
}

function pathOf({ run }: EventStreamOptions): string {
  return run === undefined ? '/api/events' : `/api/runs/${encodeURIComponent(run)}/events`
}

function queryOf({ from, types, session, onWriting }: EventStreamOptions): string {
  const query = new URLSearchParams()
  if (from) query.set('from', from)
  if (types) query.set('types', types.join(','))
  if (session) query.set('session', session)
  if (onWriting) query.set('writing', 'true')
  return query.toString()
}

async function* eventsOf(
  body: Body,
  { heard, onWriting, place }: Pick<StreamDeps, 'onWriting'> & { heard: () => void; place: Place },
): AsyncGenerator<EventEnvelope> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of partsOf(body)) {
    heard()
    const blocks = (rest + decoder.decode(part, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const carried = readBlock(block)
      if (carried.start !== undefined) place.after = carried.start
      if (carried.writing) onWriting?.(carried.writing)
      if (carried.event) yield carried.event
    }
  }
}

/** What a block carries: an event, what is being written, where a stream begins, or nothing, to show that it lives. */
function readBlock(block: string): { event?: EventEnvelope; writing?: Writing; start?: number } {
  const data = block.split('\n').find((line) => line.startsWith('data: '))
  if (!data) return block.startsWith('id: ') ? { start: Number(block.slice(4)) } : {}
  const name = block.startsWith('event: writing\n') ? 'writing' : 'event'
  // The daemon serialises what the name of the block says; both ends ship in one package.
  return { [name]: JSON.parse(data.slice(6)) }
}

function createWatchdog(outer: AbortSignal | undefined): {
  signal: AbortSignal
  heard: () => void
  end: () => void
} {
  const own = new AbortController()
  const abort = (): void => own.abort()
  outer?.addEventListener('abort', abort, { once: true })
  let timer = setTimeout(abort, silenceLimit)
  return {
    signal: own.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(abort, silenceLimit)
    },
    end() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
      own.abort()
    },
  }
}
