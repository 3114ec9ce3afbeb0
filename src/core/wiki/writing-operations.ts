import {
  IrisError,
  maxAttachment,
  type Caller,
  type OperationsOf,
  type PageAuthor,
  type PageChange,
  type wikiNoun,
} from '../../contract/index.ts'
import type { WikiBackend } from './backend.ts'
import { toldError, type Callers } from './callers.ts'
import type { Intent } from './intents.ts'
import { checkedName, checkedPath } from './names.ts'
import { mayRelink, mayWrite } from './permissions.ts'
import type { Wiki } from './wiki.ts'

type Operations = OperationsOf<typeof wikiNoun>
type Writing = Pick<
  Operations,
  'writePage' | 'editPage' | 'appendPage' | 'renamePage' | 'deletePage' | 'restorePage' | 'attachFile'
>

/** What changes pages. An agent writes what its role may. */
export function writingOperations(wiki: Wiki, { opened, writer }: Callers): Writing {
  const pageFor = (author: PageAuthor, wanted: string): string => {
    const page = checkedNew(wanted)
    mayWrite(wiki.settings(), author, page)
    return page
  }

  /** Changes the wiki of a project for whoever calls. */
  async function inWiki<T>(
    caller: Caller,
    wanted: string,
    change: (pages: WikiBackend) => Promise<T>,
  ): Promise<T> {
    const { project, pages } = await opened(caller, wanted)
    const changed = await change(pages).catch((error: unknown) => {
      throw toldError(caller, error)
    })
    wiki.changed(project)
    return changed
  }

  async function change(
    { project, page, message }: { project: string; page: string; message?: string | undefined },
    caller: Caller,
    intent: Intent,
  ): Promise<PageChange> {
    const by = writer(caller, message)
    const name = pageFor(by.author, page)
    return inWiki(caller, project, (pages) => pages.change(name, intent, by))
  }

  return {
    writePage: ({ text, revision, ...of }, caller) => change(of, caller, { do: 'write', text, revision }),
    editPage: ({ revision, old, section, text, ...of }, caller) =>
      change(of, caller, { do: 'edit', revision, old, section, text }),
    appendPage: ({ text, section, ...of }, caller) => change(of, caller, { do: 'append', text, section }),
    async renamePage({ project, page, to }, caller) {
      const by = writer(caller)
      const names = { page: pageFor(by.author, page), to: pageFor(by.author, to) }
      const refuse = (others: readonly string[]): void => mayRelink(wiki.settings(), by.author, others)
      return inWiki(caller, project, (pages) => pages.rename({ ...names, mayRelink: refuse }, by))
    },
    async deletePage({ revision, ...of }, caller) {
      const changed = await change(of, caller, { do: 'delete', revision })
      return { ...changed, undo: revision }
    },
    async restorePage({ to, revision, ...of }, caller) {
      const page = checkedName(of.page)
      const { pages } = await opened(caller, of.project)
      const past = await pages.read(page, to)
      if (!past) throw new IrisError('PAGE_UNKNOWN', `The page ${page} has no revision ${to}.`)
      const message = `Restore ${page} as of ${to.slice(0, 10)}`
      return change({ ...of, message }, caller, { do: 'restore', text: past.text, revision })
    },
    async attachFile({ project, path, base64, replace }, caller) {
      const file = { path: checkedPath(path), bytes: bytesOf(path, base64), replace }
      return inWiki(caller, project, (pages) => pages.attach(file, writer(caller)))
    },
  }
}

/** A name for a page that is written; one that ends in -* gets its number later. */
function checkedNew(wanted: string): string {
  return wanted.endsWith('-*')
    ? `${checkedName(`${wanted.slice(0, -1)}1`).slice(0, -1)}*`
    : checkedName(wanted)
}

function bytesOf(path: string, base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= maxAttachment) return bytes
  throw new IrisError('PAGE_TOO_LARGE', `${path} has ${bytes.length} bytes; ${maxAttachment} are taken.`)
}
