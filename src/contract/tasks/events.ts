import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AttemptEnding, EdgeType, StoredTaskStatus, TaskId } from './schemas.ts'

const About = { task: TaskId, key: z.string(), by: z.string() }

/** Events about tasks. */
export const events = {
  'task.created': defineEvent(
    1,
    z.object({ ...About, project: z.string(), title: z.string(), source: z.string().nullable() }),
  ),
  'task.changed': defineEvent(
    1,
    z.object({
      ...About,
      status: StoredTaskStatus.optional(),
      was: StoredTaskStatus.optional(),
      priority: z.int().optional(),
      reason: z.string().optional(),
      fromFile: z.boolean().optional().describe('Its words, files or edges follow its file, which changed'),
    }),
  ),
  'task.planned': defineEvent(
    1,
    z.object({ ...About, files: z.int(), check: z.boolean().describe('Whether it says what proves it') }),
  ),
  'task.started': defineEvent(1, z.object({ ...About, attempt: z.int(), base: z.string().nullable() })),
  'task.ended': defineEvent(
    1,
    z.object({
      ...About,
      attempt: z.int(),
      how: AttemptEnding,
      status: StoredTaskStatus.describe('What the task is now'),
      failure: z.string().nullable(),
      check: z.string().nullable(),
    }),
  ),
  'task.linked': defineEvent(
    1,
    z.object({
      ...About,
      type: EdgeType,
      other: z.string(),
      how: z.enum(['added', 'removed', 'waived']),
    }),
  ),
}
