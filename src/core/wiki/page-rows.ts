import type { PageAuthor, PageInfo } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { nameKey } from './names.ts'

/** A page as the commit in `wiki.head` has it. */
export interface PageRow {
  page: string
  blob: string
  /** The commit that changed it last. */
  revision: string
  author: PageAuthor
  changedAt: number
  text: string
  /** How its file looked when it had this content; empty when that is not known. */
  mark: string
}

/** A page with the number by which its words are found. */
interface NumberedPage extends PageRow {
  id: number
}

interface StoredPage extends Omit<NumberedPage, 'author'> {
  author: string
  authorKind: PageAuthor['kind']
  task: string | null
}

/** The pages themselves. */
export interface PageRows {
  readonly page: (page: string) => NumberedPage | undefined
  readonly byId: (id: number) => NumberedPage | undefined
  /** The page that some file system would take for this one. */
  readonly byKey: (name: string) => string | undefined
  /** A page in a folder, which ends in a slash, whatever its case. */
  readonly firstIn: (folder: string) => string | undefined
  /** A page, but this one, whose folder some file system would take for this one, and that is spelled otherwise. */
  readonly inOtherCase: (folder: string, but: string) => string | undefined
  readonly pages: (prefix: string) => PageInfo[]
  readonly count: () => number
  /** Every page without its text, for a comparison with files. */
  readonly marks: () => { page: string; blob: string; mark: string }[]
  readonly insert: (id: number, row: PageRow) => void
  readonly remove: (id: number) => void
  readonly setMark: (page: string, mark: string) => void
}

const author = (row: Pick<StoredPage, 'author' | 'authorKind' | 'task'>): PageAuthor => ({
  name: row.author,
  kind: row.authorKind,
  task: row.task,
})
const numbered = (stored: StoredPage | undefined): NumberedPage | undefined =>
  stored && { ...stored, author: author(stored) }

export function pageRows(sql: Sql, project: string): PageRows {
  const get = sql.prepare<StoredPage>('SELECT * FROM wiki_page WHERE project = ? AND page = ?')
  const byId = sql.prepare<StoredPage>('SELECT * FROM wiki_page WHERE id = ?')
  const byKey = sql.prepare<{ page: string }>('SELECT page FROM wiki_page WHERE project = ? AND key = ?')
  const firstIn = sql.prepare<{ page: string }>(
    'SELECT page FROM wiki_page WHERE project = ? AND key >= ? AND key < ? LIMIT 1',
  )
  const inOtherCase = sql.prepare<{ page: string }>(
    `SELECT page FROM wiki_page WHERE project = ? AND key >= ? AND key < ?
       AND substr(page, 1, length(?)) <> ? AND page <> ? LIMIT 1`,
  )
  const count = sql.prepare<{ count: number }>('SELECT count(*) AS count FROM wiki_page WHERE project = ?')
  const marks = sql.prepare<{ page: string; blob: string; mark: string }>(
    'SELECT page, blob, mark FROM wiki_page WHERE project = ?',
  )
  const insert = sql.prepare(
    `INSERT INTO wiki_page (id, project, page, key, blob, revision, author, authorKind, task, changedAt, text, size, mark)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const remove = sql.prepare('DELETE FROM wiki_page WHERE id = ?')
  const setMark = sql.prepare('UPDATE wiki_page SET mark = ? WHERE project = ? AND page = ?')
  return {
    page: (page) => numbered(get.get(project, page)),
    byId: (id) => numbered(byId.get(id)),
    byKey: (name) => byKey.get(project, nameKey(name))?.page,
    firstIn: (folder) => firstIn.get(project, ...rangeOf(folder))?.page,
    inOtherCase: (folder, but) => inOtherCase.get(project, ...rangeOf(folder), folder, folder, but)?.page,
    pages: lister(sql, project),
    count: () => count.get(project)?.count ?? 0,
    marks: () => marks.all(project),
    insert(id, { page, blob, revision, author: by, changedAt, text, mark }) {
      const about = [
        blob,
        revision,
        by.name,
        by.kind,
        by.task,
        changedAt,
        text,
        Buffer.byteLength(text),
        mark,
      ]
      insert.run(id, project, page, nameKey(page), ...about)
    },
    remove: (id) => void remove.run(id),
    setMark: (page, mark) => void setMark.run(mark, project, page),
  }
}

function lister(sql: Sql, project: string): PageRows['pages'] {
  const list = sql.prepare<Omit<StoredPage, 'text'> & { size: number; isLinked: number }>(
    `SELECT page, revision, author, authorKind, task, changedAt, size,
       EXISTS (SELECT 1 FROM wiki_link WHERE wiki_link.project = wiki_page.project AND target = key
         AND wiki_link.page <> wiki_page.page) AS isLinked
     FROM wiki_page WHERE project = ? AND key >= ? AND key < ? ORDER BY page`,
  )
  return (prefix) =>
    list.all(project, ...rangeOf(prefix)).map((row) => ({
      page: row.page,
      revision: row.revision,
      author: author(row),
      changedAt: row.changedAt,
      size: row.size,
      isOrphan: row.isLinked === 0,
    }))
}

/** The keys that begin so. */
function rangeOf(prefix: string): [from: string, to: string] {
  const from = nameKey(prefix)
  return [from, `${from}\u{10FFFF}`]
}
