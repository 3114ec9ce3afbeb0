import { z } from 'zod'

export { maxAttachment } from './plain.ts'

/** Stands for the project of who calls. */
export const ownProject = '~'

/** Most text that a page has, in UTF-16 units. */
export const maxPageText = 512 * 1024

/** Which wiki: a project by its slug or a team in it. */
export const WikiProject = z
  .string()
  .regex(/^(?:~|[a-z0-9][a-z0-9_-]{0,63})$/i, 'the slug of a project, or a team in it')
  .describe('The slug of a project or a team in it; ~ is the project of who calls')

/** A page by its name, such as `Handoffs/shop-1`. What makes a name safe is checked where it is used. */
export const PageName = z
  .string()
  .trim()
  .min(1)
  .max(240)
  .describe('A page by its name, such as Tasks/shop-42')

/** A commit in the repository of the wiki, or its first letters. */
export const Revision = z.string().regex(/^[0-9a-f]{7,64}$/, 'the revision of a page, as reading it gives it')
export type Revision = z.infer<typeof Revision>

/** Who wrote a revision. */
export const PageAuthor = z.object({
  name: z.string(),
  kind: z
    .enum(['human', 'delegate', 'agent', 'outside'])
    .describe('`delegate`: for the person; `outside`: by git or an editor, not through Iris'),
  task: z.string().nullable().describe('The key of the task it was written for'),
})
export type PageAuthor = z.infer<typeof PageAuthor>

/** What a change of a page was. */
export const PageDeed = z.enum([
  'written',
  'edited',
  'appended',
  'renamed',
  'deleted',
  'restored',
  'attached',
  'outside',
])
export type PageDeed = z.infer<typeof PageDeed>

/** A page without its text. */
export const PageInfo = z.object({
  page: z.string(),
  revision: Revision.nullable().describe('Null where a wiki server does not say it in a list'),
  author: PageAuthor,
  changedAt: z.int(),
  size: z.int().describe('Of its text, in bytes'),
  isOrphan: z.boolean().describe('No other page links to it'),
})
export type PageInfo = z.infer<typeof PageInfo>

/** A page with its text, or with one section of it. */
export const PageText = z.object({
  page: z.string(),
  revision: Revision.nullable().describe('Null when there is no such page yet and this is its template'),
  text: z.string(),
  author: PageAuthor.nullable(),
  changedAt: z.int().nullable(),
  sections: z.array(z.string()).describe('The headings of the whole page'),
  isTemplate: z.boolean(),
})
export type PageText = z.infer<typeof PageText>

/** One revision in the history of a page. */
export const PageRevision = z.object({
  revision: Revision,
  author: PageAuthor,
  at: z.int(),
  message: z.string(),
  page: z.string().describe('What it was called then'),
})
export type PageRevision = z.infer<typeof PageRevision>

/** What a change of a page led to. */
export const PageChange = z.object({
  page: z.string(),
  revision: Revision.nullable().describe('Null when it is deleted'),
  isChanged: z.boolean().describe('False when it was so already'),
})
export type PageChange = z.infer<typeof PageChange>

/** A page that has what was looked for. */
export const FoundPage = z.object({
  page: z.string(),
  revision: Revision.nullable(),
  author: PageAuthor,
  snippet: z.string().describe('What was found lies between \\u0002 and \\u0003'),
})
export type FoundPage = z.infer<typeof FoundPage>

/** The wiki of a project. */
export const WikiInfo = z.object({
  project: z.string(),
  backend: z.enum(['git', 'mcp']),
  pages: z.int(),
  folder: z.string().nullable().describe('Where its repository is; null when it is on a server'),
  remote: z.string().nullable(),
  problem: z
    .string()
    .nullable()
    .describe('What is wrong with it: why it cannot be written, read or synced, or what is not taken up'),
})
export type WikiInfo = z.infer<typeof WikiInfo>
