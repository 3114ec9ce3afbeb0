import type { SeatId } from '../../contract/index.ts'
import type { OrgContext } from './context.ts'
import { finish } from './handover.ts'

const firstPause = 2000
const longestPause = 60_000

/** Ends handovers one by one; until one is over nothing is delivered to its seat. */
export function createFinishing(context: () => OrgContext): (seat: SeatId) => void {
  const underWay = new Set<SeatId>()
  return (id) => {
    const { rows, sessions, logger } = context()
    const seat = rows.seats.get(id)
    if (!seat || underWay.has(id)) return
    underWay.add(id)
    const release = sessions.hold(seat.session)
    void sessions
      .recovered()
      .then(() => insist(context(), () => finish(context(), seat)))
      .catch((error: unknown) => logger.error('a seat was not handed over', { seat: id, err: error }))
      .finally(() => {
        underWay.delete(id)
        release()
      })
  }
}

/** A disk that is full may be better in a moment, or in an hour: until then the seat waits, and forgets nothing. */
async function insist(context: OrgContext, work: () => Promise<void>): Promise<void> {
  const { signal, logger } = context
  for (let pause = firstPause; !signal.aborted; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await work()
    } catch (error) {
      logger.warn('a handover is tried again', { err: error })
      await rest(context, pause)
    }
  }
}

/** Ends with the daemon. */
function rest({ clock, signal }: OrgContext, forMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(forMs, end)
    signal.addEventListener('abort', end)
  })
}
