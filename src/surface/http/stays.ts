import { IrisError, type EventType, type Identity } from '../../contract/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'
import type { Identify } from '../../core/tokens/index.ts'
import type { Known } from './caller.ts'

/** After one of these a secret may be worth nothing. */
const lapses: readonly EventType[] = ['token.revoked', 'session.deleted', 'agent.exited']
/** An end that is set is looked for at least this often: the wall clock may jump, and timers bear no month. */
const lookEvery = 60_000

/** Whoever is answered for longer than a moment: readers of streams, and callers who wait. */
export interface Stays {
  begin(known: Known): Stay
  close(): void
}

/** One of them. */
export interface Stay {
  /** Aborted when the secret no longer counts: its token was revoked or is at its end, its process has ended. */
  signal: AbortSignal
  /** What a work gives, unless the secret no longer counts before that. */
  during<T>(work: Promise<T>): Promise<T>
  end(): void
}

interface Open {
  secret: string
  own: AbortController
  cancel: Cancel | undefined
}

export function createStays(deps: {
  identify: Identify
  log: Pick<EventLog, 'events$' | 'head'>
  clock: Clock
}): Stays {
  const { identify, log, clock } = deps
  const open = new Set<Open>()
  const heard = log.events$({ after: log.head(), types: lapses }).subscribe(() => {
    for (const stay of open) look(stay)
  })

  return {
    begin({ identity, secret }) {
      const stay: Open = { secret, own: new AbortController(), cancel: undefined }
      open.add(stay)
      lookAgain(stay, identity)
      const { signal } = stay.own
      return {
        signal,
        during: (work) => Promise.race([work, overBy(signal)]),
        end: () => end(stay),
      }
    },
    close() {
      heard.unsubscribe()
      for (const stay of open) end(stay)
    },
  }

  function look(stay: Open): void {
    stay.cancel?.()
    const identity = identify(stay.secret)
    if (identity) return lookAgain(stay, identity)
    end(stay)
    stay.own.abort()
  }

  function lookAgain(stay: Open, { until }: Identity): void {
    if (until === undefined) return
    // Wall time: a token ends at a date, and this only says when to look again.
    stay.cancel = clock.after(Math.min(Math.max(until - clock.now(), 0), lookEvery), () => look(stay))
  }

  function end(stay: Open): void {
    stay.cancel?.()
    open.delete(stay)
  }
}

function overBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = (): void => reject(new IrisError('TOKEN_INVALID', 'This token is no longer valid.'))
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse)
  })
}
