import { IrisError } from '../../contract/index.ts'
import type { WorkContext } from './context.ts'
import type { BuildRow, WorkRow } from './rows.ts'

/** Whether a worktree was begun for a task, which is from when it has its lease, and was not given back. */
export const hasPlace = ({ folder, fence }: Pick<WorkRow, 'folder' | 'fence'>): boolean =>
  folder !== null || fence !== null

/**
 * A task has ended: its worktree goes, its branch stays. What is complete is on the branch of the build; what was not
 * finished is committed first. One that somebody else uses or that would lose work is kept, and says so.
 */
export async function clear(context: WorkContext, build: BuildRow, row: WorkRow): Promise<void> {
  const { worktrees, rows, sessions } = context
  if (row.session !== null) await sessions.sleep(row.session)
  try {
    if (row.folder === null) await putAway(context, build, { row })
    else {
      if (row.outcome !== 'complete')
        await worktrees.rescue(row.task, { reason: row.why ?? 'It was not finished.', by: 'iris' })
      await worktrees.remove(row.task, 'iris', { keptOn: build.branch ?? undefined })
    }
  } catch (error) {
    if (!isKept(error)) throw error
    context.logger.warn('a worktree is kept', { build: build.id, task: row.task, err: error })
  }
  rows.setTask(row, { folder: null, fence: null })
}

function isKept(error: unknown): boolean {
  return (
    error instanceof IrisError &&
    (error.code === 'WORKTREE_UNSAVED' || error.code === 'WORKTREE_UNKNOWN' || error.code.startsWith('LEASE'))
  )
}

/** A worktree in which no agent of the build was yet goes, whole or not; what is nowhere else is committed on its branch first. */
export async function putAway(
  { worktrees }: WorkContext,
  build: BuildRow,
  { row, fence }: { row: WorkRow; fence?: number | undefined },
): Promise<void> {
  const how = { keptOn: build.branch ?? undefined, fence }
  try {
    await worktrees.remove(row.task, 'iris', how)
  } catch (error) {
    if (hasCode(error, 'WORKTREE_UNKNOWN')) return
    if (!hasCode(error, 'WORKTREE_UNSAVED')) throw error
    await worktrees.rescue(row.task, { reason: 'Nobody began to work in it.', by: 'iris' })
    await worktrees.remove(row.task, 'iris', how)
  }
}

const hasCode = (error: unknown, code: IrisError['code']): boolean =>
  error instanceof IrisError && error.code === code
