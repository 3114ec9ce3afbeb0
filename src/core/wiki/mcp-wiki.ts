import { IrisError, type PageChange, type WikiInfo } from '../../contract/index.ts'
import { messageOf, unifiedDiff } from '../../platform/lib/index.ts'
import type { NewName, WikiBackend, Writer } from './backend.ts'
import * as answers from './mcp-answers.ts'
import { createToolServer } from './mcp-client.ts'
import { asker, changeNote, historyOf, nobody, odd, readNote, type Ask } from './mcp-pages.ts'
import { fileOf, nameKey } from './names.ts'

/** The pages of a project on a wiki server over MCP, with the tools of otterwiki-mcp. */
export function createMcpWiki({
  project,
  server,
}: {
  project: string
  server: { url: string; headers: Readonly<Record<string, string>> }
}): WikiBackend {
  const url = server.url.replaceAll('{project}', project)
  const ask = asker(createToolServer({ url, headers: server.headers }))
  return {
    ...readingOf(ask),
    info: () => infoOf(ask, new URL(url).host),
    change: (page, intent, by) => changeNote(ask, page, { intent, by }),
    rename: (names, by) => renameNote(ask, names, by),
    attachments: async () => [],
    attach: async () => {
      throw new IrisError('INPUT_INVALID', 'Attach files on the wiki server itself.')
    },
    attachment: async () => undefined,
    sync: async () => ({ pulled: 0, pushed: 0, conflicts: [] }),
    restart: async () => undefined,
    close: async () => undefined,
  }
}

type Reading = Pick<WikiBackend, 'list' | 'read' | 'history' | 'diff' | 'links' | 'search'>

function readingOf(ask: Ask): Reading {
  return {
    read: (page, at) => readNote(ask, page, at),
    history: (page, limit) => historyOf(ask, page, limit),
    async list(prefix) {
      const listed = answers.notesIn(await ask('list_notes', { prefix }))
      const orphans = new Set(answers.orphansIn(await ask('find_orphaned_notes', {})))
      return listed.map(({ path, at }) => {
        const about = { revision: null, author: nobody, changedAt: at, size: 0 }
        return { page: path, ...about, isOrphan: orphans.has(path) }
      })
    },
    async diff(page, { from, to }) {
      const [older, newer] = [await readNote(ask, page, from), await readNote(ask, page, to)]
      if (!older || !newer) throw new IrisError('PAGE_UNKNOWN', `There is no such revision of ${page}.`)
      return unifiedDiff(fileOf(page), older.text, newer.text)
    },
    async links(page) {
      const { to, from } = answers.linksIn(await ask('get_links', { path: page }))
      const there = new Set(answers.notesIn(await ask('list_notes', {})).map(({ path }) => nameKey(path)))
      return { links: to.map((name) => ({ page: name, isThere: there.has(nameKey(name)) })), backlinks: from }
    },
    async search(words, limit) {
      const found = answers.foundIn(await ask('search_notes', { query: words })).slice(0, limit)
      return found.map(({ path, snippet }) => ({ page: path, revision: null, author: nobody, snippet }))
    },
  }
}

async function infoOf(ask: Ask, remote: string): Promise<Omit<WikiInfo, 'project'>> {
  const usual = { backend: 'mcp' as const, pages: 0, folder: null, remote, problem: null }
  return ask('list_notes', {}).then(
    (said) => ({ ...usual, pages: answers.notesIn(said).length }),
    (error: unknown) => ({ ...usual, problem: messageOf(error) }),
  )
}

/** The server rewrites the links itself, so whether it may is asked before. */
async function renameNote(
  ask: Ask,
  { page, to, mayRelink }: NewName,
  by: Writer,
): Promise<PageChange & { relinked: string[] }> {
  if (!(await readNote(ask, page))) throw new IrisError('PAGE_UNKNOWN', `There is no page ${page}.`)
  if (await readNote(ask, to)) throw new IrisError('PAGE_CONFLICT', `There is a page ${to} already.`)
  mayRelink?.(answers.linksIn(await ask('get_links', { path: page })).from)
  const message = answers.messageOf(by.author, by.why || `Rename ${page} to ${to}`)
  const said = await ask('rename_note', { path: page, new_path: to, commit_message: message })
  const revision = answers.revisionIn(said)
  if (revision === undefined) throw odd(said)
  return { page: to, revision, isChanged: true, relinked: answers.itemsIn(said) }
}
