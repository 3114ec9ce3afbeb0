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
    const { rows } = context
    const lease = assertLease(context, task, fence)
    context.spans.renew(task)
    const worker = rows.worker(task)
    if (!worker) return { status: 'held', for: [] }
    const { inputs, outcome } = judge(context, worker, waitingAlone(context, worker.project).get(task))
    if (!outcome.preempt) return { status: 'held', for: [] }
    const ruling = context.rulings.keep(preemptionDoor, { inputs, outcome, about: worker.key })
    giveWay(context, { worker, lease }, { append, why: 'urgency', for: outcome.for, ruling })
    rows.addGivenWay(task)
    wantAgain(context, worker)
    settle(context, worker.project, append)
    return { status: 'preempted', for: outcome.for }
  })
}

/** Those of a project who are to give their files up as soon as their work is saved. */
export function toGiveWay(context: LeasesContext, project: string): Set<TaskId> {
  const holders = [...waitingAlone(context, project)]
  return new Set(
    holders.flatMap(([task, waiting]) => {
      const worker = context.rows.worker(task)
      return worker && judge(context, worker, waiting).outcome.preempt ? [task] : []
    }),
  )
}

type Inputs = Parameters<typeof preemptionDoor.decide>[0]
type Waiting = Inputs['waiting']

function judge(
  context: LeasesContext,
  worker: WorkerRow,
  waiting: Waiting = [],
): { inputs: Inputs; outcome: ReturnType<typeof preemptionDoor.decide> } {
  const gaveWay = context.rows.gaveWay(worker.task)
  const holder = { priority: priorityOf(context, worker), at_checkpoint: true, gave_way: gaveWay }
  const inputs = { holder, waiting }
  return { inputs, outcome: preemptionDoor.decide(inputs) }
}

/** By holder, who waits for its files and for nobody else's: nobody is helped by files of one who still waits for another. */
function waitingAlone(context: LeasesContext, project: string): Map<TaskId, Waiting> {
  const { rows } = context
  const alone = new Map<TaskId, Waiting>()
  for (const wait of rows.waits(project)) {
    const files = writtenBy(context.tasks.get(wait.task))
    const [holder, ...others] = new Set(rows.inTheWay(wait, files).map(({ task }) => task))
    const worker = rows.worker(wait.task)
    if (!worker || holder === undefined || others.length > 0) continue
    const one = { id: worker.key, priority: priorityOf(context, wait), waited_min: waitedMin(context, wait) }
    alone.set(holder, [...(alone.get(holder) ?? []), one])
  }
  return alone
}

function wantAgain({ rows, clock }: LeasesContext, { task, project }: WorkerRow): void {
  rows.putWait({ task, project, since: clock.now(), place: rows.next('place') })
}
