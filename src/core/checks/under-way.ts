import type { CheckId } from '../../contract/index.ts'
import { messageOf } from '../../platform/lib/index.ts'
import { endGroup } from '../../platform/process/index.ts'
import type { ChecksContext } from './context.ts'
import { createLanes } from './lanes.ts'
import { pruneOutputs } from './pruning.ts'
import { record } from './recording.ts'
import type { CheckRow } from './rows.ts'
import { markOf, workThrough, type Work } from './working.ts'

/** The checks that this process works on. */
export interface UnderWay {
  begin(row: CheckRow, how: Omit<Work, 'signal'>): void
  has(id: CheckId): boolean
  /** Settles when a check is no longer under way. */
  settled(id: CheckId): Promise<void>
  /** Ends one with all it started; false when it is not under way. */
  cancel(id: CheckId): Promise<boolean>
  /** What the last daemon left is interrupted, and what it had started is ended; nothing begins before that. */
  recover(): Promise<void>
  close(): Promise<void>
}

export function createUnderWay(
  context: ChecksContext,
  onFault: (error: unknown, where: string) => void,
): UnderWay {
  const lanes = createLanes()
  const running = new Map<CheckId, { done: Promise<void>; abort: AbortController }>()
  let recovered: Promise<void> = Promise.resolve()
  return {
    begin(row, how) {
      const abort = new AbortController()
      const work = { ...how, signal: abort.signal }
      const done = recovered
        .then(() => lanes.take(row.folder, () => workThrough(context, row.id, work)))
        .catch((error: unknown) => fail(row.id, error))
        .then(() => pruneOutputs(context))
        .catch((error: unknown) => onFault(error, 'pruning of checks'))
        .finally(() => void running.delete(row.id))
      running.set(row.id, { done, abort })
    },
    has: (id) => running.has(id),
    settled: async (id) => running.get(id)?.done,
    async cancel(id) {
      const found = running.get(id)
      found?.abort.abort()
      await found?.done
      return found !== undefined
    },
    recover() {
      recovered = interruptAll().catch((error: unknown) => onFault(error, 'checks of before'))
      return recovered
    },
    async close() {
      for (const { abort } of running.values()) abort.abort()
      await Promise.all([recovered, ...[...running.values()].map(({ done }) => done)])
    },
  }

  /** A fault of ours is no pass. */
  function fail(id: CheckId, error: unknown): void {
    onFault(error, `check ${id}`)
    const row = context.rows.get(id)
    if (row?.outcome === null)
      record.notPassed(context, row, { cancelled: false, words: messageOf(error), failure: 'UNKNOWN' })
  }

  async function interruptAll(): Promise<void> {
    for (const row of context.rows.open().filter(({ at }) => at !== 'by_hand')) {
      await endGroup(markOf(row.id), row.leader ?? undefined)
      record.interrupted(context, row)
    }
  }
}
