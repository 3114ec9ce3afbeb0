import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { AskId } from '../ids.ts'
import { LessonId, LessonKind, LessonNote } from './schemas.ts'

const About = { lesson: LessonId, by: z.string() }
const InFile = { ...About, team: z.string(), file: z.string() }

/** Events about lessons. */
export const events = {
  'lesson.recorded': defineEvent(
    1,
    z.object({
      ...About,
      kind: LessonKind,
      project: z.string().nullable(),
      text: z.string(),
      isConfirmed: z.boolean(),
    }),
  ),
  'lesson.confirmed': defineEvent(1, z.object({ ...About, as: z.enum(['person', 'check']) })),
  'lesson.noted': defineEvent(
    1,
    z.object({ ...About, what: LessonNote, confidence: z.number(), occurrences: z.int() }),
  ),
  'lesson.superseded': defineEvent(1, z.object({ ...About, supersededBy: LessonId })),
  'lesson.ended': defineEvent(
    1,
    z.object({ ...About, how: z.enum(['rejected', 'retired']), reason: z.string().optional() }),
  ),
  'lesson.restored': defineEvent(1, z.object(About)),
  'lesson.shared': defineEvent(1, z.object({ ...About, isShared: z.boolean() })),
  'lesson.proposed': defineEvent(1, z.object({ ...InFile, ask: AskId })),
  'lesson.promoted': defineEvent(1, z.object(InFile)),
  'lesson.demoted': defineEvent(1, z.object(InFile)),
}
