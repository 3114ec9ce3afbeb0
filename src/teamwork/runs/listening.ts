import type { Event, EventType } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Logger } from '../../platform/log/index.ts'

/** What may change what a run does next. */
const types: readonly EventType[] = [
  'turn.accepted',
  'turn.woken',
  'turn.delivered',
  'turn.resumed',
  'turn.ended',
  'teammate.started',
  'teammate.ended',
  'ask.opened',
  'ask.answered',
  'ask.dismissed',
  'ask.withdrawn',
  'ask.weighed',
  'agent.started',
  'agent.exited',
  'session.deleted',
]

/** Hears what happens from now on, batch by batch, until it is stopped. */
export function listenToLog(
  { log, logger }: { log: EventLog; logger: Logger },
  hear: (events: readonly Event[]) => void,
): () => void {
  const ended = new AbortController()
  void follow().catch((error: unknown) => logger.error('runs no longer hear the log', { err: error }))
  return () => ended.abort()

  async function follow(): Promise<void> {
    for await (const batch of log.tail({ after: log.head(), types, signal: ended.signal })) {
      // Those who only read come first: what is decided here is written, and everybody waits for the disk.
      await new Promise(setImmediate)
      if (!ended.signal.aborted) hear(batch)
    }
  }
}
