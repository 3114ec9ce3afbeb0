import { IrisError, type Task, type TakenLease } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { LeasesContext } from './context.ts'
import { lose } from './ending.ts'
import { writtenBy } from './files.ts'
import type { WorkerRow } from './rows.ts'
import { settle } from './settling.ts'
import { takenBy } from './views.ts'

/** Takes the lease on every file that a task plans to write, or has it wait for them. */
export function take(context: LeasesContext, task: Task, session: WorkerRow['session']): TakenLease {
  mayTake(task)
  const worker = context.log.write((append) => workerOf(context, task, append))
  if (!worker || worker.isCrashed)
    throw new IrisError(
      'LEASE_NOT_REGISTERED',
      worker ? `${worker.name} crashed and has not registered again.` : `${task.key} has no worker yet.`,
    )
  if (worker.session !== session) throw new IrisError('LEASE_HELD', `${worker.name} works on ${task.key}.`)
  return context.log.write((append) => {
    context.spans.renew(task.task)
    if (!hasAll(context, task)) wantAll(context, worker, append)
    return takenBy(context, task.task)
  })
}

function mayTake(task: Task): void {
  if (writtenBy(task).length === 0)
    throw new IrisError('LEASE_UNPLANNED', `${task.key} does not say which files it writes.`)
  if (task.status === 'ready' || task.status === 'in_progress') return
  const words = `${task.key} is ${task.status.replaceAll('_', ' ')}, so there is nothing to write yet.`
  throw new IrisError('TASK_STATUS_REFUSED', task.why ? `${words} ${task.why}` : words)
}

/** That it is gone stays known, whatever becomes of the call that found it out. */
function workerOf(context: LeasesContext, { task }: Task, append: Append): WorkerRow | undefined {
  const worker = context.rows.worker(task)
  if (!worker || worker.isCrashed || context.standingOf(worker) !== 'gone') return worker
  lose(context, worker, append)
  settle(context, worker.project, append)
  return context.rows.worker(task)
}

function hasAll({ rows }: LeasesContext, task: Task): boolean {
  if (!rows.lease(task.task)) return false
  const held = new Set(rows.files(task.task).map(({ file }) => file))
  return writtenBy(task).every(({ file }) => held.has(file))
}

/** Waits for them, if only for a moment: who came before goes before. */
function wantAll(context: LeasesContext, worker: WorkerRow, append: Append): void {
  const { rows, clock } = context
  const { task, key, project, name } = worker
  const isNew = !rows.wait(task)
  if (isNew) rows.putWait({ task, project, since: clock.now(), place: rows.next('place') })
  freeGone(context, worker, append)
  settle(context, project, append)
  if (!isNew || !rows.wait(task)) return
  const { waitsFor } = takenBy(context, task)
  append({ type: 'lease.awaited', data: { task, key, worker: name, for: waitsFor.map((one) => one.task) } })
}

/** Those in the way whose worker is gone are not waited for. */
function freeGone(context: LeasesContext, { task, project }: WorkerRow, append: Append): void {
  const { rows } = context
  const files = writtenBy(context.tasks.get(task))
  for (const other of new Set(rows.inTheWay({ task, project }, files).map((one) => one.task))) {
    const worker = rows.worker(other)
    if (worker && context.standingOf(worker) === 'gone') lose(context, worker, append)
  }
}
