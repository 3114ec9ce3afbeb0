import { tryGit, withoutDrivers } from '../../platform/git/index.ts'
import type { WikiContext } from './context.ts'
import { blobOf, bytesAt, formatOf, markOf, putFile } from './files.ts'
import { pageOf } from './names.ts'
import type { PageRow } from './page-rows.ts'

/** Writes the files that a change did not come to; says whether all are written. One that a person saved since then is theirs. */
export async function finishFiles(context: WikiContext, paths: readonly string[]): Promise<boolean> {
  let isWhole = true
  for (const path of paths) {
    const isDone = await finish(context, path)
    isWhole &&= isDone
  }
  return isWhole
}

function finish(context: WikiContext, path: string): Promise<boolean> {
  const page = pageOf(path)
  if (page !== undefined) {
    const row = context.rows.page(page)
    return row ? finishPage(context, path, row) : takeAway(context, path)
  }
  const isThere = context.rows.files().some((file) => file.path === path)
  return isThere ? finishFile(context, path) : takeAway(context, path)
}

async function finishPage(context: WikiContext, path: string, row: PageRow): Promise<boolean> {
  const { repository, rows, log } = context
  const now = await markOf(repository.folder, path)
  const standing = await standingOf(context, { path, row, now })
  if (standing === 'theirs') return true
  const mark =
    standing === 'there'
      ? now
      : await putFile(repository.folder, path, { content: row.text, expected: now }).then(
          (put) => (put.is === 'put' ? put.mark : undefined),
          () => 'failed' as const,
        )
  if (mark === 'failed') return false
  if (mark !== undefined) log.write(() => rows.setMark(row.page, mark))
  return true
}

/** Whether a file has what the commit has, is as it was before, or is what a person made of it. */
async function standingOf(
  { repository }: WikiContext,
  { path, row, now }: { path: string; row: PageRow; now: string | undefined },
): Promise<'there' | 'behind' | 'theirs'> {
  const bytes = now === undefined ? undefined : await bytesAt(repository.folder, path)
  if (bytes !== undefined && blobOf(bytes, formatOf(row.blob)) === row.blob) return 'there'
  return now === undefined || now === row.mark ? 'behind' : 'theirs'
}

/** The file of what is deleted; what is no regular file is not ours. */
async function takeAway({ repository }: WikiContext, path: string): Promise<boolean> {
  const now = await markOf(repository.folder, path)
  if (now === undefined || now === 'other') return true
  return putFile(repository.folder, path, { content: null, expected: now }).then(
    () => true,
    () => false,
  )
}

/** Of an attachment git writes the bytes, by the index, which says what HEAD has. */
async function finishFile({ repository, rows, log }: WikiContext, path: string): Promise<boolean> {
  const row = rows.files().find((file) => file.path === path)
  const now = await markOf(repository.folder, path)
  if (!row) return true
  if (now === undefined || now === row.mark || row.mark === '') {
    const quiet = await withoutDrivers(repository)
    const { code } = await tryGit(quiet, ['checkout-index', '--force', '-z', '--stdin'], {
      input: `${path}\0`,
    })
    if (code !== 0) return false
  }
  const mark = await markOf(repository.folder, path)
  log.write(() => rows.putFile({ ...row, mark: mark ?? '' }))
  return true
}
