import type { Sql } from '../../platform/sqlite/index.ts'
import { fileRows, type FileRows } from './file-rows.ts'
import { linkRows, type LinkRows } from './link-rows.ts'
import { pageRows, type PageRow, type PageRows } from './page-rows.ts'
import { snippetOf } from './snippets.ts'
import { stateRows, type StateRows } from './state-rows.ts'
import { wordRows } from './word-rows.ts'

/** Of longer pages the index itself makes the snippet: it takes longer and knows where the words are. */
const maxScanned = 32 * 1024
const maxOpening = 200

/** The tables of one wiki. */
export interface WikiRows
  extends
    StateRows,
    Omit<PageRows, 'insert' | 'remove' | 'byId'>,
    Pick<LinkRows, 'links' | 'backlinks'>,
    FileRows {
  putPage(row: PageRow): void
  dropPage(page: string): void
  /** The pages that fit best. */
  search(match: string, limit: number): { row: PageRow; snippet: string }[]
  /** Forgets all of it. */
  clear(): void
}

export function createWikiRows(sql: Sql, project: string): WikiRows {
  const state = stateRows(sql, project)
  const { insert, remove, byId, ...pages } = pageRows(sql, project)
  const { putLinks, dropLinks, ...links } = linkRows(sql, project)
  const files = fileRows(sql, project)
  const words = wordRows(sql, project)

  function dropPage(page: string): void {
    const row = pages.page(page)
    if (!row) return
    words.unindex(row.id, row.page, row.text)
    remove(row.id)
    dropLinks(page)
  }

  /** A page gets a new number whenever it changes: the order of numbers is that of the changes. */
  function putPage(row: PageRow): void {
    dropPage(row.page)
    const id = words.nextId()
    insert(id, row)
    words.index(id, row.page, row.text)
    putLinks(row.page, row.text)
  }

  function snippet(match: string, { id, text }: { id: number; text: string }): string {
    if (text.length > maxScanned) return words.snippet(match, id)
    return snippetOf(text, match) ?? text.slice(0, maxOpening)
  }

  return {
    ...state,
    ...pages,
    ...links,
    ...files,
    putPage,
    dropPage,
    search: (match, limit) =>
      words.best(match, limit).flatMap((id) => {
        const row = byId(id)
        return row ? [{ row, snippet: snippet(match, row) }] : []
      }),
    clear() {
      for (const { page } of pages.marks()) dropPage(page)
      for (const { path } of files.files()) files.dropFile(path)
      state.endIntent()
    },
  }
}
