import { z } from 'zod'
import { operation, people, readers } from '../operation.ts'
import { TaskName } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'
import { Checkpoint, CheckpointId, SavedAttempt, Worktree, WorktreeDetails } from './schemas.ts'

const OfTask = z.object({ task: TaskName })
const Fence = z.coerce
  .number()
  .int()
  .min(0)
  .optional()
  .describe('The number of the lease under which the work was done')

/** What can be done with worktrees. */
export const operations = {
  listWorktrees: operation({
    summary: 'The worktrees of a project, or of all',
    input: z.object({ team: TeamName.optional() }),
    output: z.object({ worktrees: z.array(Worktree) }),
    for: readers,
  }),
  makeWorktree: operation({
    summary: 'Makes the worktree of a task, or finishes making it',
    input: OfTask.extend({
      team: TeamName.optional().describe(
        'Whose environment sets it up; the first of the project unless said',
      ),
    }),
    output: Worktree,
    for: people,
  }),
  getWorktree: operation({
    summary: 'One worktree: what is uncommitted, where its work is saved, its checkpoints',
    input: OfTask,
    output: WorktreeDetails,
    for: readers,
  }),
  rescueWorktree: operation({
    summary: 'Commits unfinished work with [INCOMPLETE] and flags the task',
    input: OfTask.extend({ reason: z.string().trim().min(1).max(2000) }),
    output: Worktree,
    for: people,
  }),
  makeCheckpoint: operation({
    summary: 'Commits all that a worktree has, to return to',
    input: OfTask.extend({ note: z.string().trim().max(500).default(''), fence: Fence }),
    output: Checkpoint,
    for: people,
  }),
  returnWorktree: operation({
    summary: 'Sets aside what a worktree has as a patch, then returns it to a checkpoint',
    input: OfTask.extend({
      checkpoint: CheckpointId.optional().describe('The newest unless said'),
      fence: Fence,
    }),
    output: z.object({
      checkpoint: Checkpoint,
      attempt: SavedAttempt.nullable().describe('Null when nothing differed'),
    }),
    for: people,
  }),
  removeWorktree: operation({
    summary: 'Removes a worktree whose work is merged, pushed or rescued; its branch stays',
    input: OfTask,
    output: Worktree,
    for: people,
  }),
}
