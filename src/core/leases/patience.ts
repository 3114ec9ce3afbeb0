import type { TaskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'

/** Callers that wait for news of their task. */
export interface Patience {
  /** Settles when it is over, when the time is, or when the caller goes away. */
  until(task: TaskId, wait: { waitMs: number; signal: AbortSignal; isOver: () => boolean }): Promise<void>
  wake(task: TaskId): void
  /** Lets everybody go. */
  close(): void
}

export function createPatience(clock: Pick<Clock, 'after'>): Patience {
  const waiting = new Map<TaskId, Set<() => void>>()
  let isClosed = false
  return {
    until: (task, { waitMs, signal, isOver }) =>
      new Promise((resolve) => {
        if (isClosed || signal.aborted || isOver()) return resolve()
        const all = waiting.get(task) ?? new Set()
        waiting.set(task, all)
        const leave = (): void => {
          all.delete(lookAgain)
          if (all.size === 0) waiting.delete(task)
          cancel()
          signal.removeEventListener('abort', leave)
          resolve()
        }
        // Once the transaction that woke it is committed or undone.
        const lookAgain = (): void => queueMicrotask(() => (isClosed || isOver() ? leave() : undefined))
        const cancel = clock.after(waitMs, leave)
        all.add(lookAgain)
        signal.addEventListener('abort', leave, { once: true })
      }),
    wake(task) {
      for (const lookAgain of waiting.get(task) ?? []) lookAgain()
    },
    close() {
      isClosed = true
      for (const all of waiting.values()) for (const lookAgain of all) lookAgain()
    },
  }
}
