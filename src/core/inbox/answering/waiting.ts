import type { AskId } from '../../../contract/index.ts'
import type { AskRow } from '../rows.ts'

/** Calls that wait for an ask to be closed. They end with the process: after a restart nobody waits. */
export interface Waiting {
  wait(ask: AskRow, signal: AbortSignal): Promise<AskRow | undefined>
  has(id: AskId): boolean
  /** Tells who waits; false when nobody does. */
  settle(ask: AskRow): boolean
}

export function createWaiting(): Waiting {
  const waiters = new Map<AskId, Set<(ask: AskRow | undefined) => void>>()
  return {
    wait(ask, signal) {
      const isClosed = ask.answeredAt !== null || ask.dismissedAt !== null || ask.withdrawnAt !== null
      if (isClosed) return Promise.resolve(ask)
      if (signal.aborted) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        const own = waiters.get(ask.id) ?? new Set()
        waiters.set(ask.id, own.add(end))
        const onAbort = (): void => end(undefined)
        signal.addEventListener('abort', onAbort)

        function end(closed: AskRow | undefined): void {
          signal.removeEventListener('abort', onAbort)
          own.delete(end)
          if (own.size === 0) waiters.delete(ask.id)
          resolve(closed)
        }
      })
    },
    has: (id) => waiters.has(id),
    settle(ask) {
      const own = waiters.get(ask.id)
      if (!own) return false
      for (const end of own) end(ask)
      return true
    },
  }
}
