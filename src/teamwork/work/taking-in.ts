import { IrisError } from '../../contract/index.ts'
import type { TakenIn } from '../../core/worktrees/index.ts'
import type { WorkContext } from './context.ts'
import { fenceOf } from './returning.ts'
import type { WorkRow } from './rows.ts'

/** Merges a commit into the worktree of a task; says why that is not possible, in words. May be done again. */
export function mergeInto(
  { worktrees }: WorkContext,
  row: WorkRow,
  incoming: { commit: string; what: string },
): Promise<string | undefined> {
  const wanted = { ...incoming, ...fenceOf(row), by: 'iris' }
  return worktrees.takeIn(row.task, wanted).then(conflictWords, refusedWords)
}

function conflictWords(taken: TakenIn): string | undefined {
  return taken.is === 'taken' ? undefined : `These files conflict:\n${taken.paths.join('\n')}`
}

/** Such as a merge under way, which only whoever works there can end. */
function refusedWords(error: unknown): string {
  if (error instanceof IrisError && error.code === 'WORKTREE_REFUSED') return error.message
  throw error
}
