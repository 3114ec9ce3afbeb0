import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { TaskId } from '../tasks/schemas.ts'
import { CheckId, CheckLevel, CheckState } from './schemas.ts'

const About = { check: CheckId, task: TaskId.nullable(), team: z.string() }

/** Events about checks. */
export const events = {
  'check.started': defineEvent(
    1,
    z.object({ ...About, level: CheckLevel.nullable(), commands: z.array(z.string()), by: z.string() }),
  ),
  'check.ended': defineEvent(
    1,
    z.object({
      ...About,
      state: CheckState,
      words: z.string().nullable(),
      failure: z.string().nullable(),
      findings: z.int(),
      durationMs: z.int().nullable(),
    }),
  ),
  'check.accepted': defineEvent(
    1,
    z.object({
      ...About,
      marks: z.array(z.string()),
      note: z.string().nullable(),
      by: z.string(),
      state: CheckState,
    }),
  ),
  'check.ticked': defineEvent(
    1,
    z.object({ ...About, ok: z.boolean(), note: z.string().nullable(), by: z.string() }),
  ),
}
