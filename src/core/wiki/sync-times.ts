import type { Clock } from '../../platform/clock/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import type { Logger } from '../../platform/log/index.ts'

const afterChangeMs = 10_000
const everyMs = 5 * 60_000

/** When wikis with a remote are synced: a moment after a change, and every few minutes. */
export interface SyncTimes {
  readonly soon: (project: string) => void
  readonly now: (project: string) => void
  readonly close: () => void
}

export function createSyncing(deps: {
  clock: Clock
  logger: Pick<Logger, 'warn'>
  projects: () => readonly string[]
  sync: (project: string) => Promise<unknown>
}): SyncTimes {
  const { clock, logger } = deps
  const cancels = new Map<string, () => void>()
  let isClosed = false
  let cancelRound = clock.after(everyMs, round)
  return {
    soon(project) {
      if (cancels.has(project) || !deps.projects().includes(project)) return
      const run = (): void => {
        cancels.delete(project)
        start(project)
      }
      cancels.set(project, clock.after(afterChangeMs, run))
    },
    now: start,
    close() {
      isClosed = true
      cancelRound()
      for (const cancel of cancels.values()) cancel()
    },
  }

  function round(): void {
    for (const project of deps.projects()) start(project)
    cancelRound = clock.after(everyMs, round)
  }

  function start(project: string): void {
    if (isClosed) return
    deps.sync(project).catch((error: unknown) => {
      if (!isClosed) logger.warn('wiki not synced', { project, problem: messageOf(error) })
    })
  }
}
