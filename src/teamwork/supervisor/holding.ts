import type { SeatId } from '../../contract/index.ts'
import type { OrgContext } from './context.ts'
import type { SeatRow } from './rows.ts'

/** Keeps the queues of seats still, each for as long as there is a reason, and their builds paused. */
export interface Holding {
  hold(seat: SeatRow, reason: string): void
  release(seat: SeatRow, reason: string): void
  isHeld(seat: SeatId): boolean
  /** A seat that is closed holds nothing any more. */
  letGo(seat: SeatId): void
}

export function createHolding(context: OrgContext): Holding {
  const { rows, sessions, work } = context
  const held = new Map<SeatId, { reasons: Set<string>; release: () => void }>()
  return {
    hold(seat, reason) {
      const known = held.get(seat.id)
      if (known) {
        known.reasons.add(reason)
        return
      }
      held.set(seat.id, { reasons: new Set([reason]), release: sessions.hold(seat.session) })
      forBuild(seat, (build) => work.pause(build, reason))
    },
    release(seat, reason) {
      const known = held.get(seat.id)
      if (!known?.reasons.delete(reason) || known.reasons.size > 0) return
      letGo(seat.id)
      if (rows.orgs.get(seat.project)?.stoppedAt === null)
        forBuild(seat, (build) => work.resume(build, reason))
    },
    isHeld: (seat) => held.has(seat),
    letGo,
  }

  function letGo(seat: SeatId): void {
    held.get(seat)?.release()
    held.delete(seat)
  }

  function forBuild({ project, task }: SeatRow, change: (build: string) => void): void {
    const build = rows.dispatches.open(project).find((one) => one.task === task && task !== null)?.build
    if (build && work.get(build).endedAt === null) change(build)
  }
}
