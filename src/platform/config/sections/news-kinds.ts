import { z } from 'zod'
import type { NewsKind } from '../../../contract/index.ts'

/** What each kind of news is about. A kind that is missing here does not compile. */
const kinds = {
  ask: 'Tell you what an agent asks.',
  crash: 'Tell you of an agent that crashed or does not start.',
  failure: 'Tell you of a turn that failed, was declined or ended in silence.',
  limit: 'Tell you when the account is at its limit.',
  budget: 'Tell you when a budget is spent.',
  run: 'Tell you that a run ended, and how.',
  alert:
    'Tell you what the watch found: a task that is stuck, an agent in a loop, a part of Iris that is down.',
  build: 'Tell you that a build ended or has half of its tasks.',
  lesson: 'Tell you once a week what was learned, when something was.',
  answer: 'Tell you the answer to a tell for which nobody waits, as with `--async`.',
} as const satisfies Record<NewsKind, string>

/** Which kinds of news you are told; all of them unless you say otherwise. */
export const newsKinds = z.strictObject({
  ask: on('ask'),
  crash: on('crash'),
  failure: on('failure'),
  limit: on('limit'),
  budget: on('budget'),
  run: on('run'),
  answer: on('answer'),
  alert: on('alert'),
  build: on('build'),
  lesson: on('lesson'),
} satisfies Record<NewsKind, z.ZodType>)

/** The same for one team; what is not said here holds as for every team. */
export const teamNewsKinds = z.strictObject({
  ask: over('ask'),
  crash: over('crash'),
  failure: over('failure'),
  limit: over('limit'),
  budget: over('budget'),
  run: over('run'),
  answer: over('answer'),
  alert: over('alert'),
  build: over('build'),
  lesson: over('lesson'),
} satisfies Record<NewsKind, z.ZodType>)

function on(kind: NewsKind): z.ZodDefault<z.ZodBoolean> {
  return z.boolean().default(true).meta({ description: kinds[kind] })
}

function over(kind: NewsKind): z.ZodOptional<z.ZodBoolean> {
  const description = `Overrides notifications.kinds.${kind}.`
  return z
    .boolean()
    .optional()
    .meta({ description, examples: [false] })
}
