import { randomUUID } from 'node:crypto'
import type { Client } from '../../client/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Controller } from './controller.ts'

/** Somebody in front of the monitor, as far as their keys tell. */
export interface Presence {
  /** A key was pressed. */
  seen(): void
  close(): void
}

/** So long after the last key somebody still counts as looking: a terminal does not say whether it is seen. */
export const looksFor = 3 * 60_000
const retryAfter = 2000

/** Tells the daemon while somebody looks, so that nothing is pushed to them elsewhere. */
export function createPresence(deps: { client: () => Client | undefined; clock: Clock }): Presence {
  const { clock } = deps
  const page = `monitor-${randomUUID()}`
  let seenAt = Number.NEGATIVE_INFINITY
  let isTold = false
  let isClosed = false
  let cancel = (): void => undefined

  return {
    seen() {
      seenAt = clock.steady()
      if (!isTold) void report()
    },
    close() {
      if (isClosed) return
      isClosed = true
      cancel()
      if (isTold) void tell(false)
    },
  }

  async function report(): Promise<void> {
    cancel()
    const looking = clock.steady() - seenAt < looksFor
    isTold = looking
    const again = await tell(looking)
    if (looking && !isClosed) cancel = clock.after(again, () => void report())
  }

  /** How long until it has to be told again. */
  async function tell(looking: boolean): Promise<number> {
    try {
      const told = await deps.client()?.call('reportPresence', { page, looking })
      return told ? told.forMs / 2 : retryAfter
    } catch {
      // An observer may not report, and a daemon that is away hears it when it is back.
      return retryAfter
    }
  }
}

/** A monitor whose keys tell that somebody looks; who starts it does too. */
export function withPresence(controller: Controller, presence: Presence): Controller {
  return {
    ...controller,
    press(key) {
      presence.seen()
      controller.press(key)
    },
    open() {
      controller.open()
      presence.seen()
    },
    close() {
      presence.close()
      controller.close()
    },
  }
}
