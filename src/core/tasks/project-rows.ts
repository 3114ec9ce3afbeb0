import type { Sql } from '../../platform/sqlite/index.ts'

/** A repository, or a folder that is in none, with tasks of its own. */
export interface ProjectRow {
  slug: string
  /** Where its repository keeps its history, or the folder itself. */
  root: string
}

/** The stored projects. */
export interface ProjectRows {
  bySlug(slug: string): ProjectRow | undefined
  byRoot(root: string): ProjectRow | undefined
  /** The project a folder was in when it was last looked at. */
  byFolder(folder: string): ProjectRow | undefined
  insert(row: ProjectRow): void
  remember(folder: string, slug: string): void
  /** The folders that were in a project when they were last looked at. */
  foldersOf(slug: string): string[]
  all(): ProjectRow[]
  /** The next number of a task in this project; given once. */
  nextNumber(slug: string): number
}

export function createProjectRows(sql: Sql): ProjectRows {
  const bySlug = sql.prepare<ProjectRow>('SELECT slug, root FROM project WHERE slug = ?')
  const byRoot = sql.prepare<ProjectRow>('SELECT slug, root FROM project WHERE root = ?')
  const byFolder = sql.prepare<ProjectRow>(
    'SELECT slug, root FROM project JOIN project_folder ON project = slug WHERE folder = ?',
  )
  const all = sql.prepare<ProjectRow>('SELECT slug, root FROM project ORDER BY slug')
  const insert = sql.prepare('INSERT INTO project (slug, root) VALUES (?, ?)')
  const remember = sql.prepare(
    'INSERT INTO project_folder (folder, project) VALUES (?, ?) ON CONFLICT DO UPDATE SET project = excluded.project',
  )
  const folders = sql.prepare<{ folder: string }>(
    'SELECT folder FROM project_folder WHERE project = ? ORDER BY folder',
  )
  const next = sql.prepare<{ lastNumber: number }>(
    'UPDATE project SET lastNumber = lastNumber + 1 WHERE slug = ? RETURNING lastNumber',
  )
  return {
    bySlug: (slug) => bySlug.get(slug),
    byRoot: (root) => byRoot.get(root),
    byFolder: (folder) => byFolder.get(folder),
    all: () => all.all(),
    insert: ({ slug, root }) => void insert.run(slug, root),
    foldersOf: (slug) => folders.all(slug).map(({ folder }) => folder),
    remember: (folder, slug) => void remember.run(folder, slug),
    nextNumber(slug) {
      const row = next.get(slug)
      if (!row) throw new Error(`no project ${slug}`)
      return row.lastNumber
    },
  }
}
