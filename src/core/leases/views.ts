import type { CallOutput, Lease, LeaseWait, TakenLease, TaskId } from '../../contract/index.ts'
import { toGiveWay } from './checkpoints.ts'
import type { LeasesContext } from './context.ts'
import { meets, writtenBy } from './files.ts'
import type { LeaseRow, WaitRow } from './rows.ts'
import { inOrder, urgency } from './urgency.ts'

/** Who holds what, and who waits for whom; of one project, or of all. */
export function listLeases(context: LeasesContext, project: string | undefined): CallOutput<'listLeases'> {
  const { rows } = context
  const leases = rows.leases().filter((lease) => project === undefined || lease.project === project)
  return {
    leases: leases.flatMap((lease) => toLease(context, lease)),
    waits: rows.waits(project).flatMap((wait) => toWait(context, wait)),
  }
}

/** The numbers of leases, who waits, and who is to give way where its work is saved. */
export interface LeaseStandings {
  fences: ReadonlyMap<TaskId, number>
  waiting: ReadonlySet<TaskId>
  toGiveWay: ReadonlySet<TaskId>
}

export function standingsOf(context: LeasesContext, project: string): LeaseStandings {
  const { rows } = context
  const leases = rows.leases().filter((lease) => lease.project === project)
  return {
    fences: new Map(leases.map(({ task, fence }) => [task, fence])),
    waiting: new Set(rows.waits(project).map(({ task }) => task)),
    toGiveWay: toGiveWay(context, project),
  }
}

/** What came of taking a lease. */
export function takenBy(context: LeasesContext, task: TaskId): TakenLease {
  const { rows } = context
  const wait = rows.wait(task)
  const files = rows.files(task).map(({ path }) => path)
  if (wait) return { status: 'waiting', fence: null, files, waitsFor: waitsFor(context, wait) }
  return { status: 'held', fence: rows.lease(task)?.fence ?? null, files, waitsFor: [] }
}

function toLease(context: LeasesContext, { task, project, fence, grantedAt }: LeaseRow): Lease[] {
  const { rows, spans } = context
  const worker = rows.worker(task)
  if (!worker) return []
  const isAsking = context.standingOf(worker) === 'asking'
  const endsInMs = isAsking ? null : Math.max(0, spans.leftMs(task))
  const files = rows.files(task).map(({ path }) => path)
  const { key, name } = worker
  const gaveWay = rows.gaveWay(task)
  return [{ task, key, project, worker: name, fence, files, grantedAt, endsInMs, isAsking, gaveWay }]
}

function toWait(context: LeasesContext, wait: WaitRow): LeaseWait[] {
  const worker = context.rows.worker(wait.task)
  if (!worker) return []
  const { task, project, since } = wait
  return [
    {
      task,
      key: worker.key,
      project,
      worker: worker.name,
      files: writtenBy(context.tasks.get(task)).map(({ path }) => path),
      since,
      urgency: urgency(context, wait),
      waitsFor: waitsFor(context, wait),
    },
  ]
}

/** Whom a task waits for: who holds its files, or else who is to get them before it. */
function waitsFor(context: LeasesContext, wait: WaitRow): LeaseWait['waitsFor'] {
  const { rows } = context
  const files = writtenBy(context.tasks.get(wait.task))
  const held = new Map<TaskId, string[]>()
  for (const { task, path } of rows.inTheWay(wait, files)) held.set(task, [...(held.get(task) ?? []), path])
  const before = held.size > 0 ? held : ahead(context, wait)
  return [...before].map(([task, paths]) => ({ task: rows.worker(task)?.key ?? task, files: paths }))
}

function ahead(context: LeasesContext, wait: WaitRow): Map<TaskId, string[]> {
  const own = writtenBy(context.tasks.get(wait.task))
  const order = inOrder(context, context.rows.waits(wait.project))
  const place = order.findIndex(({ task }) => task === wait.task)
  return new Map(
    order
      .slice(0, place)
      .map(({ task }): [TaskId, string[]] => [
        task,
        writtenBy(context.tasks.get(task))
          .filter(({ file }) => own.some((mine) => meets(mine.file, file)))
          .map(({ path }) => path),
      ])
      .filter(([, paths]) => paths.length > 0),
  )
}
