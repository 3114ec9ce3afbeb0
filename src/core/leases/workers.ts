import { IrisError, type SessionId, type Task } from '../../contract/index.ts'
import type { Append } from '../store/index.ts'
import type { LeasesContext } from './context.ts'
import { expire, lose } from './ending.ts'
import type { WorkerRow } from './rows.ts'
import { settle } from './settling.ts'

/** Who is to work on a task: the session of an agent, a process by its identity, or something that only its calls show. */
export type NewWorker = { name: string } & ({ session: SessionId } | { process: string | null })

/** A task gets its worker; one that lives is not replaced, one that crashed is there again. */
export function register(context: LeasesContext, task: Task, worker: NewWorker): WorkerRow {
  const { log, rows, clock } = context
  const row: WorkerRow = {
    task: task.task,
    key: task.key,
    project: task.project,
    name: worker.name,
    session: 'session' in worker ? worker.session : null,
    process: 'process' in worker ? worker.process : null,
    registeredAt: clock.now(),
    isCrashed: 0,
  }
  return log.write((append) => {
    const known = rows.worker(row.task)
    if (known && !known.isCrashed && isSame(known, row)) return known
    if (known) makeRoom(context, known, append)
    rows.putWorker(row)
    append({ type: 'lease.registered', data: { task: row.task, key: row.key, worker: row.name } })
    return row
  })
}

const isSame = (one: WorkerRow, other: WorkerRow): boolean =>
  one.session === other.session && one.process === other.process

function makeRoom(context: LeasesContext, known: WorkerRow, append: Append): void {
  const standing = context.standingOf(known)
  if (standing === 'gone') return lose(context, known, append)
  const isThere = standing !== 'unknown' || context.rows.lease(known.task) !== undefined
  if (!known.isCrashed && isThere) throw new IrisError('LEASE_HELD', `${known.name} works on ${known.key}.`)
}

/** Renews whoever lives; frees what is of workers that are gone, or that nobody saw for as long as a lease lasts. */
export function look(context: LeasesContext, { isFirst }: { isFirst: boolean }): void {
  const { log, rows, spans } = context
  const workers = rows.workers().filter(({ isCrashed }) => !isCrashed)
  const seen = workers.map((worker) => ({ worker, standing: context.standingOf(worker) }))
  for (const { worker, standing } of seen)
    if (standing === 'running' || standing === 'asking') spans.renew(worker.task)
  const gone = seen.filter(({ standing }) => standing === 'gone')
  const over = seen.filter(({ worker, standing }) => standing === 'unknown' && spans.leftMs(worker.task) <= 0)
  // Files come free only where something ends; at a start that may have been before.
  const ended = [...gone, ...over].map(({ worker }) => worker.project)
  const projects = isFirst ? rows.waits().map((wait) => wait.project) : ended
  if (gone.length + over.length + projects.length === 0) return
  log.write((append) => {
    for (const { worker } of gone) lose(context, worker, append)
    for (const { worker } of over) expire(context, worker, append)
    for (const project of new Set(projects)) settle(context, project, append)
  })
}

/** The process of an agent ended by itself: its workers are gone, unless the session waits for a person. */
export function sessionEnded(context: LeasesContext, session: SessionId, append: Append): void {
  for (const worker of context.rows.workersOf(session)) {
    if (context.standingOf(worker) === 'asking') continue
    lose(context, worker, append)
    settle(context, worker.project, append)
  }
}
