import type { Client } from '../../client/index.ts'
import type { SessionId } from '../../contract/plain.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { folderOfSession, type Facts } from './facts.ts'
import type { Tail } from './tail.ts'
import { createTailReader } from './tail-reader.ts'
import { createUpkeep } from './upkeep.ts'

/** How fresh the facts are. */
export type Freshness =
  | { at: 'connecting' }
  | { at: 'live'; since: number; isBack: boolean }
  | { at: 'stale'; since: number; why: string }

/** The facts of a daemon, kept up to date with its log, through every loss of it. */
export interface Feed {
  facts(): Facts | undefined
  freshness(): Freshness
  /** What the followed session does. */
  tail(): Tail
  /** Follows another session, or none. */
  follow(session: SessionId | undefined): void
  /** The daemon as it was last found. */
  client(): Client | undefined
  /** Told after something changed. */
  onChange(listener: () => void): void
  open(): void
  close(): void
}

const firstPause = 250
const maxPause = 2000

export function createFeed(deps: { find: () => Promise<Client | undefined>; clock: Clock }): Feed {
  const { clock } = deps
  const stop = new AbortController()
  let running: Promise<void> | undefined
  let listener: () => void = () => undefined
  let freshness: Freshness = { at: 'connecting' }
  let client: Client | undefined
  const upkeep = createUpkeep({ clock, onChange: () => listener() })
  const reader = createTailReader({
    folderOf: (session) => folderOfSession(upkeep.facts(), session),
    onChange: () => upkeep.changed(),
  })

  return {
    facts: () => upkeep.facts(),
    freshness: () => freshness,
    tail: () => reader.tail(),
    client: () => client,
    onChange(next) {
      listener = next
    },
    // What cannot be read now is read when the daemon is found again.
    follow: (session) => void reader.follow(client, session).catch(() => undefined),
    open() {
      running ??= again(attempt, stop.signal)
    },
    close() {
      stop.abort()
      upkeep.close()
    },
  }

  /** Follows a daemon, if there is one, until it is lost; true when it was reached. */
  async function attempt(): Promise<boolean> {
    let isReached = false
    try {
      client = await deps.find()
      if (client) isReached = await followLog(client)
      lose('Iris is not answering.')
    } catch (error) {
      lose(messageOf(error))
    }
    return isReached
  }

  async function followLog(daemon: Client): Promise<boolean> {
    const { status } = await upkeep.load(daemon)
    await reader.fill(daemon)
    const events = eventsOf(daemon, { after: status.events, signal: stop.signal, onOpen: reached })
    for await (const event of events) {
      reader.take(event)
      upkeep.take(event)
    }
    return freshness.at === 'live'
  }

  function reached(): void {
    freshness = { at: 'live', since: clock.now(), isBack: freshness.at === 'stale' }
    upkeep.changed()
  }

  function lose(why: string): void {
    freshness = { at: 'stale', since: freshness.at === 'stale' ? freshness.since : clock.now(), why }
    if (!stop.signal.aborted) listener()
  }
}

/** The log of one daemon until it is lost. One that comes back may have another address, so it is not called again. */
function eventsOf(
  daemon: Client,
  { after, signal, onOpen }: { after: number; signal: AbortSignal; onOpen: () => void },
): ReturnType<Client['events']> {
  const lost = new AbortController()
  return daemon.events({
    after,
    signal: AbortSignal.any([signal, lost.signal]),
    onState: (state) => (state === 'open' ? onOpen() : lost.abort()),
  })
}

/** Tries for ever, with pauses that grow until an attempt goes well. */
async function again(attempt: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let pause = firstPause; !signal.aborted;) {
    pause = (await attempt()) ? firstPause : Math.min(pause * 2, maxPause)
    await sleep(pause, signal)
  }
}

function sleep(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, delay)
    signal.addEventListener('abort', done, { once: true })
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
