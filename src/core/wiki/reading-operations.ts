import { IrisError, type Caller, type OperationsOf, type wikiNoun } from '../../contract/index.ts'
import type { StoredPage, WikiBackend } from './backend.ts'
import { toldError, type Around, type Callers } from './callers.ts'
import { checkedName, checkedPath } from './names.ts'
import { headingsOf, sectionOf } from './sections.ts'
import { rowsOf } from './tables.ts'
import { templateFor } from './templates.ts'
import type { Wiki } from './wiki.ts'

type Operations = OperationsOf<typeof wikiNoun>
type Reading = Pick<
  Operations,
  | 'listWikis'
  | 'listPages'
  | 'searchPages'
  | 'readPage'
  | 'pageHistory'
  | 'diffPage'
  | 'pageLinks'
  | 'readAttachment'
>

/** What is read of wikis. */
export function readingOperations(wiki: Wiki, around: Around, callers: Callers): Reading {
  const of = async (caller: Caller, project: string): Promise<WikiBackend> =>
    (await callers.opened(caller, project)).pages
  return {
    listWikis: async () => ({ wikis: await wiki.all() }),
    async listPages({ project: wanted, prefix }, caller) {
      const { project, pages } = await callers.opened(caller, wanted)
      const list = await pages.list(prefix)
      const attachments = await pages.attachments()
      return { pages: list, attachments, wiki: { project, ...(await pages.info()) } }
    },
    searchPages: async ({ project, words, limit }, caller) => ({
      found: await (await of(caller, project)).search(words, limit),
    }),
    async readPage({ project, page: wanted, at, section, rows }, caller) {
      const page = checkedName(wanted)
      const pages = await of(caller, project)
      const found = await pages.read(page, at)
      const text = found?.text ?? (await template(pages, page, caller))
      const shown = section === undefined ? text : readSection(caller, { page, text, section })
      const sections = headingsOf(text).map(({ title }) => title)
      return { ...factsOf(found, page), text: shown, sections, rows: rows ? rowsOf(shown) : null }
    },
    pageHistory: async ({ project, page, limit }, caller) => ({
      revisions: await (await of(caller, project)).history(checkedName(page), limit),
    }),
    diffPage: async ({ project, page, from, to }, caller) => ({
      diff: await (await of(caller, project)).diff(checkedName(page), { from, to }),
    }),
    pageLinks: async ({ project, page }, caller) => (await of(caller, project)).links(checkedName(page)),
    async readAttachment({ project, path }, caller) {
      const bytes = await (await of(caller, project)).attachment(checkedPath(path))
      if (!bytes) throw new IrisError('PAGE_UNKNOWN', `There is no file ${path}.`)
      return { path, size: bytes.length, base64: bytes.toString('base64') }
    },
  }

  async function template(pages: WikiBackend, page: string, caller: Caller): Promise<string> {
    const { name, task } = callers.writer(caller).author
    const text = await templateFor(pages, page, { name, task, now: around.now() })
    if (text === undefined) throw new IrisError('PAGE_UNKNOWN', `There is no page ${page}.`)
    return text
  }
}

/** What is known of a page besides its text; of one that is not there yet, nothing. */
function factsOf(found: StoredPage | undefined, page: string) {
  if (!found) return { page, revision: null, author: null, changedAt: null, isTemplate: true }
  const { page: name, revision, author, changedAt } = found
  return { page: name, revision, author, changedAt, isTemplate: false }
}

function readSection(
  caller: Caller,
  { page, text, section }: { page: string; text: string; section: string },
): string {
  try {
    return sectionOf(page, text, section)
  } catch (error) {
    throw toldError(caller, error)
  }
}
