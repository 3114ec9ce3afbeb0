import { z } from 'zod'
import { operation, people, type Role } from '../operation.ts'
import { InTool } from './reading-operations.ts'
import { maxPageText, PageChange, PageName, Revision, WikiInfo, WikiProject } from './schemas.ts'

/** Agents write what their role may write, in the wiki of their own project; who speaks for a person, in any. */
const wikiWriters = ['human', 'agent', 'worker', 'delegate'] as const satisfies readonly Role[]

const OfProject = z.object({ project: WikiProject })
const Text = z.string().max(maxPageText)
const Message = z.string().trim().max(300).optional().describe('Why, in a few words; it is in the history')

const Writing = z.object({
  page: PageName.describe('Such as Handoffs/shop-*: a name that ends in -* gets the next number'),
  text: Text.describe('The whole page, in Markdown'),
  revision: Revision.optional().describe('The one you read; left out for a page that is not there yet'),
  message: Message,
})
const Editing = z.object({
  page: PageName,
  revision: Revision.describe('The one you read'),
  old: Text.min(1).optional().describe('Words that occur exactly once, to be replaced'),
  section: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Or the heading of a section to be replaced'),
  text: Text.describe('What stands there instead; a section keeps its heading'),
  message: Message,
})
const Appending = z.object({
  page: PageName,
  text: Text.min(1).describe('Goes to the end of the page, or of the section; the page is made when missing'),
  section: z.string().trim().min(1).max(200).optional().describe('The heading of the section it goes to'),
  message: Message,
})
const Renaming = z.object({
  page: PageName,
  to: PageName.describe('Its new name; [[links]] in other pages follow it'),
})

const Changed = {
  shape: PageChange.extend({ status: z.literal('ok') }),
  from: (change: PageChange): PageChange & { status: 'ok' } => ({ status: 'ok', ...change }),
}

/** What changes a wiki. */
export const operations = {
  writePage: operation({
    summary: 'Writes a whole page; to overwrite one takes the revision that was read',
    input: OfProject.extend(Writing.shape),
    output: PageChange,
    for: wikiWriters,
    tool: {
      name: 'wiki_write',
      title: 'Write a page of the wiki',
      effect: 'starts',
      description:
        'Writes a whole page of your project’s wiki. To overwrite a page, pass the revision that wiki_read gave. When somebody wrote in between you get the difference: read again, put your change on top, write again. For a log such as Decisions use wiki_append.',
      input: InTool.extend(Writing.shape),
      output: Changed,
    },
  }),
  editPage: operation({
    summary: 'Replaces words that occur once, or one section, of the revision that was read',
    input: OfProject.extend(Editing.shape),
    output: PageChange,
    for: wikiWriters,
    tool: {
      name: 'wiki_edit',
      title: 'Edit a page of the wiki',
      effect: 'starts',
      input: InTool.extend(Editing.shape),
      output: Changed,
    },
  }),
  appendPage: operation({
    summary: 'Adds to the end of a page or section, whatever others do to it meanwhile',
    input: OfProject.extend(Appending.shape),
    output: PageChange,
    for: wikiWriters,
    tool: {
      name: 'wiki_append',
      title: 'Append to a page of the wiki',
      effect: 'starts',
      input: InTool.extend(Appending.shape),
      output: Changed,
    },
  }),
  renamePage: operation({
    summary: 'Renames a page, and the [[links]] to it, in one commit',
    input: OfProject.extend(Renaming.shape),
    output: PageChange.extend({ relinked: z.array(z.string()).describe('Pages whose links were rewritten') }),
    for: wikiWriters,
    tool: {
      name: 'wiki_rename',
      title: 'Rename a page of the wiki',
      effect: 'starts',
      input: InTool.extend(Renaming.shape),
      output: {
        shape: PageChange.extend({ status: z.literal('ok'), relinked: z.int() }),
        from: ({ relinked, ...change }) => ({ status: 'ok', ...change, relinked: relinked.length }),
      },
    },
  }),
  deletePage: operation({
    summary: 'Deletes a page; restoring it to a revision undoes that',
    input: OfProject.extend({ page: PageName, revision: Revision }),
    output: PageChange.extend({ undo: Revision.describe('Restore it to this revision to have it again') }),
    for: people,
  }),
  restorePage: operation({
    summary: 'Makes a page what it was at a revision, also one that was deleted',
    input: OfProject.extend({
      page: PageName,
      to: Revision,
      revision: Revision.optional().describe('The one you see now; none of a page that is deleted'),
    }),
    output: PageChange,
    for: people,
  }),
  attachFile: operation({
    summary: 'Puts a file beside the pages; to replace one takes its bytes as they were',
    input: OfProject.extend({
      path: z.string().min(1).max(240).describe('Such as Pictures/plan.png'),
      base64: z.string().max(7 * 1024 * 1024),
      replace: z.boolean().default(false).describe('Whether a file that is there may be replaced'),
    }),
    output: PageChange,
    for: people,
  }),
  syncWiki: operation({
    summary: 'Pulls and pushes the wiki; what diverged is merged page by page, or asked about',
    input: OfProject,
    output: z.object({
      pulled: z.int(),
      pushed: z.int(),
      conflicts: z.array(z.string()).describe('Pages that both sides changed; nothing was pulled or pushed'),
    }),
    for: people,
  }),
  restartWiki: operation({
    summary: 'Begins an empty wiki where the repository was lost, on a person’s word',
    input: OfProject,
    output: WikiInfo,
    for: people,
  }),
}
