import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { PageAuthor, PageDeed, Revision } from './schemas.ts'

const OfProject = { project: z.string() }

/** Events about pages and the wikis they are in. */
export const events = {
  'page.changed': defineEvent(
    1,
    z.object({
      ...OfProject,
      page: z.string(),
      how: PageDeed,
      revision: Revision.nullable(),
      author: PageAuthor,
      from: z.string().optional().describe('What a renamed page was called'),
    }),
  ),
  'wiki.made': defineEvent(1, z.object({ ...OfProject, folder: z.string() })),
  'wiki.lost': defineEvent(1, z.object({ ...OfProject, folder: z.string() })),
  'wiki.synced': defineEvent(1, z.object({ ...OfProject, pulled: z.int(), pushed: z.int() })),
  'wiki.diverged': defineEvent(1, z.object({ ...OfProject, pages: z.array(z.string()) })),
}
