import { IrisError } from '../../contract/index.ts'
import type { WorkContext } from './context.ts'
import { lastOf } from './facts.ts'
import type { WorkRow } from './rows.ts'

/**
 * A more urgent task waits for the files of one that is between two turns: its work is committed, the other gets them,
 * and it waits for them itself. Its session and its worktree stay.
 */
export async function giveWay(context: WorkContext, row: WorkRow): Promise<void> {
  const { worktrees, leases, rows, log } = context
  const { fence } = row
  if (fence === null || fence === 0) return
  try {
    await worktrees.checkpoint(row.task, { note: 'before it gave way', fence, by: 'iris' })
  } catch (error) {
    if (!isInTheMiddle(error)) throw error
    // It has its files until its agent has come to an end of that.
    return rows.setTask(row, { stayed: lastOf(context, row) ?? '' })
  }
  log.write(() => {
    const { status } = leases.checkpoint(row.task, fence)
    if (status === 'preempted') rows.setTask(row, { fence: null })
  })
}

/** Such as of a merge, which only whoever works there can end. */
function isInTheMiddle(error: unknown): boolean {
  return error instanceof IrisError && error.code === 'WORKTREE_REFUSED'
}
