import { z } from 'zod'
import { words } from './text.ts'

/** `database:` where Iris keeps what happened. */
export const databaseSection = z.strictObject({
  path: words.optional().meta({
    description: 'The SQLite file; a relative path starts at the Iris home. Without it: iris.db there.',
    examples: ['iris.db'],
  }),
})
