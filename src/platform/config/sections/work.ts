import { z } from 'zod'
import { duration, waitBounds } from '../duration.ts'
import { words } from './text.ts'

const packageName = words.regex(/^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/, {
  error: 'the name of an npm package, without a version',
})
const minutes = z.number().positive().max(1440)

/** `work:` what agents on tasks get without asking, and when the watch calls something stuck. */
export const workSection = z.strictObject({
  packages: z
    .array(packageName)
    .max(500)
    .default([])
    .meta({
      description:
        'npm packages that Iris may install for a task without asking, besides those that package.json named when the build began.',
      examples: [['zod', '@types/node']],
    }),
  watchEvery: duration(waitBounds).prefault('2m').meta({
    description: 'How often the watch looks for what is stuck, loops or is down. It costs no tokens.',
  }),
  stuckAfter: minutes
    .default(10)
    .meta({ description: 'Minutes without progress after which a task is called stuck.' }),
  stuckAfterOf: z
    .record(z.string(), minutes)
    .default({ database: 5, tests: 15 })
    .meta({ description: 'The same for the tasks of one phase.', examples: [{ database: 5 }] }),
})
