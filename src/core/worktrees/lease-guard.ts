import { IrisError, type TaskId } from '../../contract/index.ts'
import type { Leases } from '../leases/index.ts'

/** Lets a worker pass with the number of its lease, and a person who has none while nobody is at the task. */
export function leaseGuard(
  leases: Pick<Leases, 'assertLease' | 'list'>,
): (task: TaskId, fence: number | undefined) => void {
  return (task, fence) => {
    if (fence !== undefined) return leases.assertLease(task, fence)
    const held = leases.list(undefined).leases.find((lease) => lease.task === task)
    if (!held) return
    const way = `Let it finish, or take its files back: iris leases release ${held.key}`
    throw new IrisError('WORKTREE_REFUSED', `${held.key} is being worked on. ${way}`)
  }
}
