import { z } from 'zod'
import { prefixedId } from '../ids.ts'
import { TaskId } from '../tasks/schemas.ts'

export const CheckpointId = prefixedId('ckp')
export type CheckpointId = z.infer<typeof CheckpointId>

/** `making`: not whole yet; `unready`: its set-up failed; `ready`: it can be worked in; `missing`: its folder is gone. */
const WorktreeState = z.enum(['making', 'unready', 'ready', 'missing'])

/** Where its work is besides the folder; `open` is on its branch only, `none` is no work yet. */
export const Saved = z.enum(['none', 'merged', 'pushed', 'rescued', 'open'])
export type Saved = z.infer<typeof Saved>

/** How the set-up of a worktree went. */
export const SetUp = z.object({
  isOk: z.boolean(),
  words: z.string(),
  output: z.string().nullable().describe('The file that has what it printed'),
})
export type SetUp = z.infer<typeof SetUp>

/** Unfinished work that was committed so that it is not lost. */
export const Rescue = z.object({
  commit: z.string(),
  ref: z.string().describe('The branch or ref that keeps the commit'),
  reason: z.string(),
  uncovered: z.array(z.string()).describe('Repositories in the worktree that a commit cannot hold'),
  at: z.int(),
  by: z.string(),
})
export type Rescue = z.infer<typeof Rescue>

/** The checkout in which one task is done. */
export const Worktree = z.object({
  task: TaskId,
  key: z.string(),
  project: z.string(),
  state: WorktreeState,
  folder: z.string(),
  workFolder: z.string().describe('Where in it the team works: the folder, or a folder below it'),
  branch: z.string(),
  base: z.string().describe('The commit it was made from'),
  setUp: SetUp.nullable(),
  warnings: z.array(z.string()),
  rescue: Rescue.nullable(),
  madeAt: z.int(),
})
export type Worktree = z.infer<typeof Worktree>

/** A commit to return to. */
export const Checkpoint = z.object({
  checkpoint: CheckpointId,
  task: TaskId,
  commit: z.string(),
  note: z.string(),
  at: z.int(),
  by: z.string(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

/** What was set aside before a return. */
export const SavedAttempt = z.object({
  number: z.int(),
  checkpoint: CheckpointId,
  commit: z.string(),
  ref: z.string(),
  patch: z
    .string()
    .nullable()
    .describe('A file that `git apply` takes at the checkpoint; null when nothing differed'),
  at: z.int(),
})
export type SavedAttempt = z.infer<typeof SavedAttempt>

/** A worktree with what git says of it now. */
export const WorktreeDetails = Worktree.extend({
  saved: Saved,
  commits: z.int().describe('How many it has beyond where it was made from'),
  uncommitted: z.array(z.string()).describe('Paths that differ from the last commit; at most 100'),
  checkpoints: z.array(Checkpoint),
  attempts: z.array(SavedAttempt),
})
export type WorktreeDetails = z.infer<typeof WorktreeDetails>
