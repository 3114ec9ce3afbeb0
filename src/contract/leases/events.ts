import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { RulingId } from '../rulings/index.ts'
import { TaskId } from '../tasks/schemas.ts'

const About = { task: TaskId, key: z.string() }
const Held = { ...About, fence: z.int() }

/** Events about leases. */
export const events = {
  'lease.registered': defineEvent(1, z.object({ ...About, worker: z.string() })),
  'lease.granted': defineEvent(1, z.object({ ...Held, worker: z.string(), files: z.int() })),
  'lease.awaited': defineEvent(1, z.object({ ...About, worker: z.string(), for: z.array(z.string()) })),
  'lease.released': defineEvent(1, z.object({ ...Held, by: z.string() })),
  'lease.expired': defineEvent(1, z.object(Held)),
  'lease.preempted': defineEvent(
    1,
    z.object({ ...Held, for: z.array(z.string()), why: z.enum(['deadlock', 'urgency']), ruling: RulingId }),
  ),
  'lease.lost': defineEvent(
    1,
    z.object({ ...About, worker: z.string(), fence: z.int().nullable().describe('Null when it held none') }),
  ),
}
