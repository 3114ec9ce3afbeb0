import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { TaskId } from '../tasks/schemas.ts'
import { Commit, MergedId, MergeHow, MergeId } from './schemas.ts'

const About = {
  merge: MergeId,
  task: MergedId,
  key: z.string(),
  project: z.string(),
  into: z.string(),
  old: Commit,
  new: Commit,
  by: z.string(),
}
const Kind = z.enum(['merge', 'restore', 'revert'])
const Pushed = {
  task: TaskId,
  key: z.string(),
  branch: z.string(),
  remote: z.string().nullable(),
  by: z.string(),
}

/** Events about merges and pushes. */
export const events = {
  'merge.begun': defineEvent(1, z.object({ ...About, kind: Kind, how: MergeHow })),
  'merge.made': defineEvent(1, z.object({ ...About, how: MergeHow, branch: z.string(), commit: Commit })),
  'merge.undone': defineEvent(1, z.object({ ...About, of: MergeId, how: z.enum(['restored', 'reverted']) })),
  'merge.dropped': defineEvent(1, z.object({ ...About, kind: Kind, reason: z.string() })),
  'merge.stuck': defineEvent(1, z.object({ ...About, kind: Kind, reason: z.string() })),
  'push.made': defineEvent(1, z.object({ ...Pushed, commit: Commit, pullRequest: z.string().nullable() })),
  'push.failed': defineEvent(1, z.object({ ...Pushed, reason: z.string() })),
}
