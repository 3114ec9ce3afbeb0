import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '../../../platform/lib/index.ts'
import type { IdeaContext } from './context.ts'
import { filesOf, places } from './files.ts'
import type { IdeaRow } from './rows.ts'

/** Where the files of an idea are; undefined until it is a candidate. */
export function folderOf(
  { environment }: Pick<IdeaContext, 'environment'>,
  { user, slug }: Pick<IdeaRow, 'user' | 'slug'>,
): string | undefined {
  return slug === null ? undefined : join(environment.home, 'users', user, 'ideas', slug)
}

/** Writes the files of every idea whose tables say something else. What cannot be written is tried again with the next change. */
export function fileAll(context: IdeaContext): void {
  const { rows, logger } = context
  for (const row of rows.unfiled()) {
    try {
      write(context, row)
      rows.setFiled(row.idea, row.changedAt)
    } catch (error) {
      logger.warn('the files of an idea were not written', { idea: row.idea, err: error })
    }
  }
}

function write(context: IdeaContext, row: IdeaRow): void {
  const folder = folderOf(context, row)
  if (folder === undefined) return
  const files = filesOf(row, context.rows.artifacts(row.idea))
  for (const [file, text] of files) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    replaceFile(path, text)
  }
  // What was taken back is in no file any more.
  for (const { file } of Object.values(places))
    if (!files.has(file)) rmSync(join(folder, file), { force: true })
}
