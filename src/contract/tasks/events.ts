import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { EdgeType, StoredTaskStatus, TaskId } from './schemas.ts'

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
