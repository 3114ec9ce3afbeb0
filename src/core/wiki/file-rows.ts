import type { Sql } from '../../platform/sqlite/index.ts'

/** An attachment as the commit in `wiki.head` has it. */
interface FileRow {
  path: string
  blob: string
  /** How the file looked when it had this content; empty when that is not known. */
  mark: string
}

/** The attachments of a wiki. */
export interface FileRows {
  files(): FileRow[]
  putFile(row: FileRow): void
  dropFile(path: string): void
}

export function fileRows(sql: Sql, project: string): FileRows {
  const files = sql.prepare<FileRow>('SELECT path, blob, mark FROM wiki_file WHERE project = ? ORDER BY path')
  const putFile = sql.prepare(
    'INSERT INTO wiki_file (project, path, blob, mark) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET blob = excluded.blob, mark = excluded.mark',
  )
  const dropFile = sql.prepare('DELETE FROM wiki_file WHERE project = ? AND path = ?')
  return {
    files: () => files.all(project),
    putFile: ({ path, blob, mark }) => void putFile.run(project, path, blob, mark),
    dropFile: (path) => void dropFile.run(project, path),
  }
}
