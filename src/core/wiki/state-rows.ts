import { z } from 'zod'
import type { Sql } from '../../platform/sqlite/index.ts'

/** The wiki of a project as it was last seen. */
interface WikiRow {
  project: string
  folder: string
  /** The commit that the tables say everything of; null before the first. */
  head: string | null
  isLost: number
}

/** What is about to be done to files: they may be half done after a crash. */
interface WikiIntent {
  head: string | null
  paths: readonly string[]
}

/** Where a wiki is, what it was last seen at, and what was begun in it. */
export interface StateRows {
  wiki(): WikiRow | undefined
  putWiki(row: Omit<WikiRow, 'project'>): void
  intent(): WikiIntent | undefined
  intend(intent: WikiIntent): void
  endIntent(): void
}

const Paths = z.array(z.string())

export function stateRows(sql: Sql, project: string): StateRows {
  const wiki = sql.prepare<WikiRow>('SELECT * FROM wiki WHERE project = ?')
  const putWiki = sql.prepare(
    'INSERT INTO wiki (project, folder, head, isLost) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET folder = excluded.folder, head = excluded.head, isLost = excluded.isLost',
  )
  const intent = sql.prepare<{ head: string | null; paths: string }>(
    'SELECT head, paths FROM wiki_intent WHERE project = ?',
  )
  const intend = sql.prepare('INSERT OR REPLACE INTO wiki_intent (project, head, paths) VALUES (?, ?, ?)')
  const endIntent = sql.prepare('DELETE FROM wiki_intent WHERE project = ?')
  return {
    wiki: () => wiki.get(project),
    putWiki: ({ folder, head, isLost }) => void putWiki.run(project, folder, head, isLost),
    intent() {
      const found = intent.get(project)
      return found && { head: found.head, paths: Paths.parse(JSON.parse(found.paths)) }
    },
    intend: ({ head, paths }) => void intend.run(project, head, JSON.stringify(paths)),
    endIntent: () => void endIntent.run(project),
  }
}

/** The wikis that were made in git. */
export function createKnownWikis(sql: Sql): { projects(): string[] } {
  const known = sql.prepare<{ project: string }>('SELECT project FROM wiki ORDER BY project')
  return { projects: () => known.all().map(({ project }) => project) }
}
