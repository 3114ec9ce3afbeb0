import type { WorkContext } from './context.ts'
import type { WorkRow } from './rows.ts'

/** The number under which the worktree is changed. */
export function fenceOf({ fence }: WorkRow): { fence?: number } {
  return fence === null || fence === 0 ? {} : { fence }
}

/** Back to where the try began; what it did is kept as a patch. */
export async function returned({ worktrees }: WorkContext, row: WorkRow): Promise<void> {
  if (row.checkpoint === null) return
  await worktrees.returnTo(row.task, { checkpoint: row.checkpoint, ...fenceOf(row), by: 'iris' })
}
