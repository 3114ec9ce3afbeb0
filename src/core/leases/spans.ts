import type { TaskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'

/** How long a lease lasts unless Iris renews it. */
const leaseMs = 120_000

/** How long each worker has yet. Only in memory and by the steady clock: no time passes without a daemon. */
export interface Spans {
  /** The worker lives: its time begins anew. */
  renew(task: TaskId): void
  leftMs(task: TaskId): number
  forget(task: TaskId): void
}

export function createSpans(clock: Pick<Clock, 'steady'>): Spans {
  const ends = new Map<TaskId, number>()
  const renew = (task: TaskId): number => {
    const end = clock.steady() + leaseMs
    ends.set(task, end)
    return end
  }
  return {
    renew: (task) => void renew(task),
    // One that this daemon has not met yet has all its time.
    leftMs: (task) => (ends.get(task) ?? renew(task)) - clock.steady(),
    forget: (task) => void ends.delete(task),
  }
}
