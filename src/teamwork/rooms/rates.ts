import { IrisError } from '../../contract/index.ts'
import type { Author } from '../../core/channels/index.ts'
import type { Clock } from '../../platform/clock/index.ts'

/** How many messages an agent may post at once, and how long it then waits for each. */
const burst = 10
const everyMs = 3000
const maxSenders = 1000
/** All guests together: whoever is on the other side may be a machine that answers machines. */
const guestBurst = 10
const guestEveryMs = 60_000

/** How fast somebody may talk. People may as fast as they can. */
export interface Rates {
  /** Throws when the sender has to wait. */
  take(author: Author): void
  /** False when guests have called agents too often. */
  takeGuest(): boolean
}

export function createRates(clock: Pick<Clock, 'steady'>): Rates {
  const senders = new Map<string, { left: number; since: number }>()
  let guests = { left: guestBurst, since: clock.steady() }
  return {
    takeGuest() {
      const moment = clock.steady()
      const left = Math.min(guestBurst, guests.left + (moment - guests.since) / guestEveryMs)
      if (left < 1) return false
      guests = { left: left - 1, since: moment }
      return true
    },
    take({ name, kind }) {
      if (kind !== 'agent' && kind !== 'worker') return
      const moment = clock.steady()
      const known = senders.get(name) ?? { left: burst, since: moment }
      const left = Math.min(burst, known.left + (moment - known.since) / everyMs)
      if (left < 1) {
        const seconds = Math.ceil(((1 - left) * everyMs) / 1000)
        throw new IrisError('CHAT_RATE', `${name} talks too fast: wait ${seconds} s.`)
      }
      if (senders.size >= maxSenders) senders.clear()
      senders.set(name, { left: left - 1, since: moment })
    },
  }
}
