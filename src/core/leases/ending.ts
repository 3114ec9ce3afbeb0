import { IrisError, type TaskId } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { LeasesContext } from './context.ts'
import { about } from './giving-way.ts'
import type { WorkerRow } from './rows.ts'
import { settle } from './settling.ts'

/** Gives up the lease of a task and what it waits for. */
export function release(context: LeasesContext, task: TaskId, by: string): { fence: number | null } {
  const { log, rows } = context
  return log.write((append) => {
    const worker = rows.worker(task)
    const lease = rows.lease(task)
    if (!worker || (!lease && !rows.wait(task)))
      throw new IrisError('LEASE_UNKNOWN', 'There is no lease to end.')
    free(context, worker)
    if (lease) append({ type: 'lease.released', data: { ...about(worker), fence: lease.fence, by } })
    settle(context, worker.project, append)
    return { fence: lease?.fence ?? null }
  })
}

/** The task is no longer worked on: nothing is left of its worker here. */
export function endWith(context: LeasesContext, task: TaskId, append: Append): void {
  const { rows } = context
  const worker = rows.worker(task)
  if (!worker) return
  const lease = rows.lease(task)
  free(context, worker)
  rows.removeWorker(task)
  if (lease) append({ type: 'lease.released', data: { ...about(worker), fence: lease.fence, by: 'iris' } })
  settle(context, worker.project, append)
}

/** Its worker is gone: what it held and waited for is free at once, and it gets nothing until it registers again. */
export function lose(context: LeasesContext, worker: WorkerRow, append: Append): void {
  if (worker.isCrashed) return
  const { rows } = context
  const fence = rows.lease(worker.task)?.fence ?? null
  free(context, worker)
  rows.putWorker({ ...worker, isCrashed: 1 })
  append({ type: 'lease.lost', data: { ...about(worker), worker: worker.name, fence } })
}

/** Nobody could say for the length of a lease that its worker lives. */
export function expire(context: LeasesContext, worker: WorkerRow, append: Append): void {
  const lease = context.rows.lease(worker.task)
  free(context, worker)
  if (lease) append({ type: 'lease.expired', data: { ...about(worker), fence: lease.fence } })
}

function free({ rows, spans, wake }: LeasesContext, { task }: WorkerRow): void {
  rows.removeLease(task)
  rows.removeWait(task)
  spans.forget(task)
  wake(task)
}
