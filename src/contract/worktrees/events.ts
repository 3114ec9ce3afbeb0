import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { TaskId } from '../tasks/schemas.ts'
import { CheckpointId, Rescue, Saved, SetUp } from './schemas.ts'

const About = { task: TaskId, key: z.string(), by: z.string() }

/** Events about worktrees and checkpoints. */
export const events = {
  'worktree.made': defineEvent(
    1,
    z.object({
      ...About,
      folder: z.string(),
      branch: z.string(),
      base: z.string(),
      setUp: SetUp.nullable(),
    }),
  ),
  'worktree.found': defineEvent(1, z.object({ ...About, folder: z.string(), branch: z.string() })),
  'worktree.rescued': defineEvent(1, z.object({ ...About, ...Rescue.omit({ at: true, by: true }).shape })),
  'worktree.merged': defineEvent(
    1,
    z.object({
      ...About,
      commit: z.string().describe('What its branch is at now'),
      of: z.string().describe('What was brought into it'),
    }),
  ),
  'worktree.returned': defineEvent(
    1,
    z.object({
      ...About,
      checkpoint: CheckpointId,
      commit: z.string(),
      attempt: z.int().nullable().describe('Null when nothing differed from the checkpoint'),
      patch: z.string().nullable(),
    }),
  ),
  'worktree.removed': defineEvent(
    1,
    z.object({ ...About, folder: z.string(), branch: z.string(), saved: Saved }),
  ),
  'checkpoint.made': defineEvent(
    1,
    z.object({ ...About, checkpoint: CheckpointId, commit: z.string(), note: z.string() }),
  ),
}
