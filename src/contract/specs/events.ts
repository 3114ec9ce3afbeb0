import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { IdeaId } from '../ideas/schemas.ts'
import { AskId } from '../ids.ts'
import { SpecId, SpecLane, SpecScope } from './schemas.ts'

const About = { spec: SpecId, key: z.string() }

/** Events about specs. */
export const events = {
  'spec.requested': defineEvent(
    1,
    z.object({
      ...About,
      team: z.string(),
      project: z.string(),
      idea: IdeaId.nullable(),
      scope: SpecScope,
      lane: SpecLane,
      by: z.string(),
    }),
  ),
  'spec.generated': defineEvent(
    1,
    z.object({
      ...About,
      revision: z.int(),
      tasks: z.int(),
      tokens: z.int(),
      errors: z.int(),
      by: z.string(),
    }),
  ),
  'spec.refused': defineEvent(1, z.object({ ...About, problem: z.string(), again: z.boolean() })),
  'spec.asked': defineEvent(1, z.object({ ...About, ask: AskId, event: z.string() })),
  'spec.revision_requested': defineEvent(1, z.object({ ...About, comments: z.int(), by: z.string() })),
  'spec.approved': defineEvent(
    1,
    z.object({ ...About, revision: z.int(), tasks: z.array(z.string()), build: z.boolean(), by: z.string() }),
  ),
  'spec.build_linked': defineEvent(1, z.object({ ...About, build: z.string() })),
  'spec.dropped': defineEvent(1, z.object({ ...About, by: z.string() })),
  'spec.exported': defineEvent(1, z.object({ ...About, folder: z.string(), by: z.string() })),
}
