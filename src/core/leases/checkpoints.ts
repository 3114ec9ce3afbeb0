import { IrisError, type CallOutput, type TaskId } from '../../contract/index.ts'
import { preemptionDoor } from '../rules/index.ts'
import type { LeasesContext } from './context.ts'
import { writtenBy } from './files.ts'
import { giveWay } from './giving-way.ts'
import type { LeaseRow, WorkerRow } from './rows.ts'
import { settle } from './settling.ts'
import { priorityOf, waitedMin } from './urgency.ts'

/** Refuses every number but that of the lease in force. */
export function assertLease({ rows }: LeasesContext, task: TaskId, fence: number): LeaseRow {
  const lease = rows.lease(task)
  if (lease?.fence === fence) return lease
  const key = rows.worker(task)?.key ?? task
  const now = lease ? `The lease of ${key} has the number ${lease.fence} now` : `${key} holds no lease`
  throw new IrisError('LEASE_STALE', `${now}, so ${fence} counts no more.`)
}

/** Here work is saved, so a more urgent task that waits for nothing else may have the files. */
export function checkpoint(
  context: LeasesContext,
  task: TaskId,
  fence: number,
): CallOutput<'checkpointLease'> {
  return context.log.write((append) => {
    const lease = assertLease(context, task, fence)
    context.spans.renew(task)
    const worker = context.rows.worker(task)
    if (!worker) return { status: 'held', for: [] }
    const inputs = {
      holder: { priority: priorityOf(context, worker), at_checkpoint: true },
      waiting: waitingForAlone(context, worker),
    }
    const outcome = preemptionDoor.decide(inputs)
    if (!outcome.preempt) return { status: 'held', for: [] }
    const ruling = context.rulings.keep(preemptionDoor, { inputs, outcome, about: worker.key })
    giveWay(context, { worker, lease }, { append, why: 'urgency', for: outcome.for, ruling })
    wantAgain(context, worker)
    settle(context, worker.project, append)
    return { status: 'preempted', for: outcome.for }
  })
}

type Waiting = Parameters<typeof preemptionDoor.decide>[0]['waiting']

/** Nobody is helped by files of one who still waits for those of another. */
function waitingForAlone(context: LeasesContext, { task, project }: WorkerRow): Waiting {
  const { rows } = context
  return rows.waits(project).flatMap((wait) => {
    const files = writtenBy(context.tasks.get(wait.task))
    const holders = new Set(rows.inTheWay(wait, files).map((held) => held.task))
    const worker = rows.worker(wait.task)
    if (!worker || holders.size !== 1 || !holders.has(task)) return []
    return [{ id: worker.key, priority: priorityOf(context, wait), waited_min: waitedMin(context, wait) }]
  })
}

function wantAgain({ rows, clock }: LeasesContext, { task, project }: WorkerRow): void {
  rows.putWait({ task, project, since: clock.now(), place: rows.next('place') })
}
