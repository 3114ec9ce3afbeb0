import type { Sql } from '../../platform/sqlite/index.ts'
import { linksIn } from './links.ts'
import { nameKey } from './names.ts'

/** Which page leads to which. */
export interface LinkRows {
  readonly links: (page: string) => { page: string; isThere: boolean }[]
  readonly backlinks: (page: string) => string[]
  /** Takes note of the links of a text, instead of those that the page had. */
  readonly putLinks: (page: string, text: string) => void
  readonly dropLinks: (page: string) => void
}

export function linkRows(sql: Sql, project: string): LinkRows {
  const link = sql.prepare(
    'INSERT OR IGNORE INTO wiki_link (project, page, target, name) VALUES (?, ?, ?, ?)',
  )
  const unlink = sql.prepare('DELETE FROM wiki_link WHERE project = ? AND page = ?')
  const links = sql.prepare<{ name: string; page: string | null }>(
    `SELECT name, (SELECT wiki_page.page FROM wiki_page WHERE wiki_page.project = wiki_link.project AND key = target) AS page
     FROM wiki_link WHERE project = ? AND page = ? ORDER BY name`,
  )
  const backlinks = sql.prepare<{ page: string }>(
    'SELECT page FROM wiki_link WHERE project = ? AND target = ? ORDER BY page',
  )
  const dropLinks = (page: string): void => void unlink.run(project, page)
  return {
    links: (page) =>
      links
        .all(project, page)
        .map(({ name, page: there }) => ({ page: there ?? name, isThere: there !== null })),
    backlinks: (page) =>
      backlinks
        .all(project, nameKey(page))
        .map((row) => row.page)
        .filter((other) => other !== page),
    putLinks(page, text) {
      dropLinks(page)
      for (const name of linksIn(text)) link.run(project, page, nameKey(name), name)
    },
    dropLinks,
  }
}
