import type { RulingId, TaskId } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { LeasesContext } from './context.ts'
import type { LeaseRow, WorkerRow } from './rows.ts'

/** A lease is given up for others; its task goes on waiting for its files, in its place. */
export function giveWay(
  { rows, wake }: LeasesContext,
  { worker, lease }: { worker: WorkerRow; lease: LeaseRow },
  { append, ...told }: { append: Append; why: 'deadlock' | 'urgency'; for: string[]; ruling: RulingId },
): void {
  rows.removeLease(worker.task)
  wake(worker.task)
  append({ type: 'lease.preempted', data: { ...about(worker), fence: lease.fence, ...told } })
}

/** What every event about a lease says. */
export const about = ({ task, key }: WorkerRow): { task: TaskId; key: string } => ({ task, key })
