import { z } from 'zod'
import { readAtStart } from './at-start.ts'
import { words } from './text.ts'

/** `database:` where Iris keeps what happened. */
export const databaseSection = z.strictObject({
  path: words.optional().meta({
    description: readAtStart(
      'The SQLite file; a relative path starts at the Iris home. Without it: iris.db there.',
    ),
    examples: ['iris.db'],
  }),
})
