import type { BuildId } from '../../contract/index.ts'
import type { Cancel, Clock } from '../../platform/clock/index.ts'

const maxRest = 60_000
/** Priming and the whole check run within a look. */
const maxLook = 3 * 3_600_000

/** When builds are looked at next, and whether those that should move are. */
export interface Due {
  /** Looks after so many ms, or sooner when that was asked before. */
  later(build: BuildId, delayMs: number): void
  began(build: BuildId): void
  /** A look that failed has seen nothing. */
  ended(build: BuildId, how: 'seen' | 'failed'): void
  /** The first of these builds that nobody could look at when it should have been, and how, in words. */
  stalled(builds: readonly { id: BuildId; key: string }[]): string | undefined
  close(): void
}

export function createDue(clock: Clock, look: (build: BuildId) => void): Due {
  const timers = new Map<BuildId, { at: number; cancel: Cancel }>()
  const began = new Map<BuildId, number>()
  const seen = new Map<BuildId, number>()

  return {
    later(build, delayMs) {
      const at = clock.steady() + delayMs
      const before = timers.get(build)
      if (before && before.at <= at) return
      before?.cancel()
      const cancel = clock.after(delayMs, () => {
        timers.delete(build)
        look(build)
      })
      timers.set(build, { at, cancel })
    },
    began: (build) => void began.set(build, clock.steady()),
    ended(build, how) {
      began.delete(build)
      if (how === 'seen') seen.set(build, clock.steady())
    },
    stalled(builds) {
      const open = new Set(builds.map(({ id }) => id))
      for (const id of seen.keys()) if (!open.has(id)) seen.delete(id)
      for (const { id, key } of builds) {
        const why = standing(id)
        if (why !== undefined) return `${key} ${why}`
      }
      return undefined
    },
    close() {
      for (const { cancel } of timers.values()) cancel()
    },
  }

  function standing(build: BuildId): string | undefined {
    const moment = clock.steady()
    const from = began.get(build)
    if (from !== undefined)
      return moment - from < maxLook ? undefined : 'has been looked at for three hours, without an end'
    const last = seen.get(build)
    // One that is met for the first time counts from now.
    if (last === undefined) seen.set(build, moment)
    return moment - (last ?? moment) < maxRest ? undefined : 'was not looked at for a minute'
  }
}
