import { IrisError, type Caller } from '../../contract/index.ts'
import type { TaskRow } from './rows.ts'
import { keyOf } from './views.ts'

/** Refuses whoever works on another task than this; people may touch any, who leads a project those of it. */
export function mayTouch({ task, seat }: Caller, row: TaskRow): void {
  refuseOtherProject(seat?.leads, row)
  if (task === undefined || task === row.id) return
  throw new IrisError('TASK_NOT_YOURS', `This token is not for ${keyOf(row)}.`)
}

/** Refuses whoever works on a task of another project. */
export function maySee({ task, seat }: Caller, own: TaskRow | undefined, row: TaskRow): void {
  refuseOtherProject(seat?.leads, row)
  if (task === undefined || own?.project === row.project) return
  throw new IrisError('TASK_NOT_YOURS', `This token is not for tasks of ${row.project}.`)
}

function refuseOtherProject(leads: string | undefined, { project }: TaskRow): void {
  if (leads !== undefined && leads !== project)
    throw new IrisError('TASK_NOT_YOURS', `You lead ${leads}; this is a task of ${project}.`)
}
