import type { OperationsOf, worktreesNoun } from '../../contract/index.ts'
import type { Worktrees } from './worktrees.ts'

/** What the operations on worktrees do. */
export function worktreeOperations(worktrees: Worktrees): OperationsOf<typeof worktreesNoun> {
  return {
    listWorktrees: async ({ team }) => ({ worktrees: await worktrees.list(team) }),
    makeWorktree: ({ task, team }, { name }) => worktrees.make(task, { team, by: name }),
    getWorktree: ({ task }) => worktrees.get(task),
    rescueWorktree: ({ task, reason }, { name }) => worktrees.rescue(task, { reason, by: name }),
    makeCheckpoint: ({ task, note, fence }, { name }) =>
      worktrees.checkpoint(task, { note, fence, by: name }),
    returnWorktree: ({ task, ...wanted }, { name }) => worktrees.returnTo(task, { ...wanted, by: name }),
    removeWorktree: ({ task }, { name }) => worktrees.remove(task, name),
  }
}
