import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainWorktrees } from './plain.ts'
import { CheckpointId } from './schemas.ts'

export {
  Checkpoint,
  CheckpointId,
  type Rescue,
  type Saved,
  type SavedAttempt,
  type SetUp,
  Worktree,
  WorktreeDetails,
} from './schemas.ts'

/** The checkouts in which tasks are done, and the commits to return to. */
export const worktreesNoun = defineNoun(plainWorktrees, { ids: [CheckpointId], events, operations })
