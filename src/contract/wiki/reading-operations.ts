import { z } from 'zod'
import { operation, readers, type Role } from '../operation.ts'
import {
  FoundPage,
  ownProject,
  PageInfo,
  PageName,
  PageRevision,
  PageText,
  Revision,
  WikiInfo,
  WikiProject,
} from './schemas.ts'
import { toldFound, toldHistory, toldLinks, toldPage, toldPages, toldRows } from './told.ts'

/** Everybody reads the wiki of their own project; people, who speaks for them, and observers any. */
const wikiReaders = ['human', 'observer', 'agent', 'worker', 'delegate'] as const satisfies readonly Role[]

const OfProject = z.object({ project: WikiProject })
const OfPage = OfProject.extend({ page: PageName })
/** In a tool the project is that of the agent; a person names one. */
export const InTool = z.object({
  project: WikiProject.default(ownProject).describe('Agents leave it out: it is their own project'),
})
const Told = z.object({
  status: z.literal('ok'),
  told: z.string().describe('Lines that begin with "| " are quoted'),
})
const limit = (most: number, usual: number) => z.coerce.number().int().min(1).max(most).default(usual)

const Reading = z.object({
  page: PageName,
  at: Revision.optional().describe('As it was at this revision'),
  section: z.string().trim().min(1).max(200).optional().describe('Only the section with this heading'),
})
const rows = z.boolean().default(false).describe('Its first table as rows, not its text')
const Searching = z.object({
  words: z.string().trim().min(1).max(400).describe('Words that must occur; "in quotes" they stand together'),
  limit: limit(100, 20),
})
const History = z.object({ page: PageName, limit: limit(500, 30) })
const Listing = z.object({
  prefix: z
    .string()
    .trim()
    .max(240)
    .default('')
    .describe('Only pages whose names begin so, such as Handoffs/'),
})

/** What can be read of a wiki. */
export const operations = {
  listWikis: operation({
    summary: 'The wikis of all projects',
    input: z.object({}),
    output: z.object({ wikis: z.array(WikiInfo) }),
    for: readers,
  }),
  listPages: operation({
    summary: 'The pages of a wiki by name, and its attachments',
    input: OfProject.extend(Listing.shape),
    output: z.object({ pages: z.array(PageInfo), attachments: z.array(z.string()), wiki: WikiInfo }),
    for: wikiReaders,
    tool: {
      name: 'wiki_list',
      title: 'List pages of the wiki',
      effect: 'reads',
      description:
        'The pages of your project’s wiki by name. The record that outlives every agent: Sprint (who does what), Handoffs/<name>-<n>, Tasks/<key> (spec and plan), Decisions.',
      input: InTool.extend(Listing.shape),
      output: { shape: Told, from: ({ pages }) => ({ status: 'ok', told: toldPages(pages) }) },
    },
  }),
  searchPages: operation({
    summary: 'Pages that have all of these words, the best first',
    input: OfProject.extend(Searching.shape),
    output: z.object({ found: z.array(FoundPage) }),
    for: wikiReaders,
    tool: {
      name: 'wiki_search',
      title: 'Search the wiki',
      effect: 'reads',
      input: InTool.extend(Searching.shape),
      output: { shape: Told, from: ({ found }) => ({ status: 'ok', told: toldFound(found) }) },
    },
  }),
  readPage: operation({
    summary: 'A page, a section of it, or its table as rows; as it is or as it was',
    input: OfPage.extend({ ...Reading.shape, rows: z.stringbool().or(z.boolean()).default(false) }),
    output: PageText.extend({ rows: z.array(z.record(z.string(), z.string())).nullable() }),
    for: wikiReaders,
    tool: {
      name: 'wiki_read',
      title: 'Read a page of the wiki',
      effect: 'reads',
      description:
        'Reads a page of your project’s wiki with its revision, which you need to overwrite or edit it. Of a page that is not there yet you get the template, if its kind has one.',
      input: InTool.extend({ ...Reading.shape, rows }),
      output: {
        shape: z.object({
          status: z.enum(['ok', 'template']),
          revision: Revision.nullable(),
          told: z.string().describe('Lines that begin with "| " are quoted'),
        }),
        from: (read) => ({
          status: read.isTemplate ? 'template' : 'ok',
          revision: read.revision,
          told: read.rows === null ? toldPage(read) : toldRows(read.rows),
        }),
      },
    },
  }),
  pageHistory: operation({
    summary: 'The revisions of a page, newest first: who wrote it, and why',
    input: OfPage.extend(History.shape),
    output: z.object({ revisions: z.array(PageRevision) }),
    for: wikiReaders,
    tool: {
      name: 'wiki_history',
      title: 'History of a page',
      effect: 'reads',
      input: InTool.extend(History.shape),
      output: { shape: Told, from: ({ revisions }) => ({ status: 'ok', told: toldHistory(revisions) }) },
    },
  }),
  diffPage: operation({
    summary: 'What differs between two revisions of a page',
    input: OfPage.extend({
      from: Revision.describe('The older one'),
      to: Revision.optional().describe('The newer one; the page as it is when left out'),
    }),
    output: z.object({ diff: z.string() }),
    for: readers,
  }),
  pageLinks: operation({
    summary: 'What a page links to, and which pages link to it',
    input: OfPage,
    output: z.object({
      links: z.array(z.object({ page: z.string(), isThere: z.boolean() })),
      backlinks: z.array(z.string()),
    }),
    for: wikiReaders,
    tool: {
      name: 'wiki_links',
      title: 'Links of a page',
      effect: 'reads',
      input: InTool.extend({ page: PageName }),
      output: { shape: Told, from: (links) => ({ status: 'ok', told: toldLinks(links) }) },
    },
  }),
  readAttachment: operation({
    summary: 'A file beside the pages',
    input: OfProject.extend({ path: z.string().min(1).max(240) }),
    output: z.object({ path: z.string(), size: z.int(), base64: z.string() }),
    for: readers,
  }),
}
