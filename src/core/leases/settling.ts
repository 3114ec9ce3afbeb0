import type { Append } from '../store/index.ts'
import type { LeasesContext } from './context.ts'
import { breakDeadlocks } from './deadlocks.ts'
import { meets, writtenBy, type WantedFile } from './files.ts'
import type { WaitRow, WorkerRow } from './rows.ts'
import { inOrder, isAged } from './urgency.ts'

/** Gives free files of a project to those who wait for them, and lets one of each deadlock give way. */
export function settle(context: LeasesContext, project: string, append: Append): void {
  if (!context.isStarted()) return
  grantFree(context, project, append)
  // Each turn takes the lease of one that waits, so there are no more turns than there are waits.
  for (let left = context.rows.waits(project).length; left > 0; left -= 1) {
    if (!breakDeadlocks(context, project, append)) return
    grantFree(context, project, append)
  }
}

/** The same of every project in which somebody waits. */
export function settleAll(context: LeasesContext, append: Append): void {
  for (const project of new Set(context.rows.waits().map((wait) => wait.project)))
    settle(context, project, append)
}

/** The more urgent first; what one that has waited long still lacks is kept for it. */
function grantFree(context: LeasesContext, project: string, append: Append): void {
  const { rows } = context
  const reserved: WantedFile[] = []
  for (const wait of inOrder(context, rows.waits(project))) {
    const worker = rows.worker(wait.task)
    const files = filesOf(context, wait)
    if (!worker || files.length === 0) rows.removeWait(wait.task)
    else if (!isKept(context, wait, { files, reserved }) && rows.claim(wait, files))
      grant(context, { worker, files }, append)
    else if (isAged(context, wait)) reserved.push(...files)
  }
}

/** Who holds files already is not held up by those who only wait: they may be waiting for it. */
function isKept(
  { rows }: LeasesContext,
  { task }: WaitRow,
  { files, reserved }: Record<'files' | 'reserved', readonly WantedFile[]>,
): boolean {
  if (reserved.length === 0 || rows.lease(task)) return false
  return files.some(({ file }) => reserved.some((other) => meets(file, other.file)))
}

function grant(
  { rows, spans, clock, wake }: LeasesContext,
  { worker, files }: { worker: WorkerRow; files: readonly WantedFile[] },
  append: Append,
): void {
  const { task, key, project, name } = worker
  const fence = rows.next('fence')
  rows.putLease({ task, project, fence, grantedAt: clock.now() })
  rows.removeWait(task)
  spans.renew(task)
  wake(task)
  append({ type: 'lease.granted', data: { task, key, fence, worker: name, files: files.length } })
}

/** What a task that waits plans to write by now. */
function filesOf({ tasks }: LeasesContext, { task }: Pick<WaitRow, 'task'>): WantedFile[] {
  return writtenBy(tasks.get(task))
}
