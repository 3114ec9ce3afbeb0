import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { TaskId } from '../tasks/schemas.ts'
import { BuildId, BuildOutcome, WorkStep } from './schemas.ts'

const About = { build: BuildId, key: z.string() }
const OfTask = { ...About, task: TaskId, taskKey: z.string() }

/** Events about builds. */
export const events = {
  'build.started': defineEvent(
    1,
    z.object({ ...About, team: z.string(), tasks: z.array(z.string()), by: z.string() }),
  ),
  'build.tried': defineEvent(
    1,
    z.object({ ...About, command: z.string(), passed: z.boolean(), done: z.int(), of: z.int() }),
  ),
  'build.primed': defineEvent(
    1,
    z.object({
      ...About,
      base: z.string(),
      failing: z.array(z.string()),
      untried: z.int().optional().describe('How many checks were not tried within an hour'),
    }),
  ),
  'build.confirmed': defineEvent(1, z.object({ ...About, by: z.string() })),
  'build.paused': defineEvent(1, z.object({ ...About, by: z.string(), reason: z.string().optional() })),
  'build.resumed': defineEvent(1, z.object({ ...About, by: z.string() })),
  'build.ended': defineEvent(
    1,
    z.object({ ...About, outcome: BuildOutcome, reason: z.string(), branch: z.string().nullable() }),
  ),
  'build.milestone': defineEvent(
    1,
    z.object({ ...About, complete: z.int(), total: z.int(), durationMs: z.int(), costUsd: z.number() }),
  ),
  'work.moved': defineEvent(
    1,
    z.object({ ...OfTask, step: WorkStep, attempt: z.int(), why: z.string().nullable() }),
  ),
  'work.told': defineEvent(
    1,
    z.object({
      ...OfTask,
      attempt: z.int(),
      characters: z.int(),
      lessons: z.array(z.string()),
      cut: z.array(z.string()).describe('What did not fit into the prompt'),
    }),
  ),
  'work.failed': defineEvent(
    1,
    z.object({
      ...OfTask,
      attempt: z.int(),
      check: z.string(),
      class: z.string(),
      action: z.string().describe('What follows, by the policy'),
    }),
  ),
  'work.attempted': defineEvent(
    1,
    z.object({
      ...OfTask,
      attempt: z.int(),
      how: z.enum(['passed', 'failed', 'died', 'stopped']),
      class: z.string().nullable(),
      action: z.string().nullable(),
      lessons: z.array(z.string()).describe('Those it was given'),
      durationMs: z.int(),
      costUsd: z.number(),
    }),
  ),
}
