import { IrisError } from '../../contract/index.ts'
import type { WikiContext } from './context.ts'
import { folderOnTheWay, isFolderAt, markOf } from './files.ts'
import { fileOf, nameKey, pageOf } from './names.ts'

/** A file that is to be written, beside others of the same batch. */
interface NewFile {
  path: string
  /** Paths that the changes before it write. */
  ahead: ReadonlySet<string>
  /** What a renamed page was called: it makes room. */
  instead?: string
}

/** Refuses a file that some file system takes for another one, or for the folder of others. */
export function refuseClash({ rows }: WikiContext, file: NewFile): void {
  const { path, ahead, instead } = file
  const others = [...rows.files().map((one) => one.path), ...ahead].filter(
    (other) => other !== path && other !== instead,
  )
  const key = nameKey(path)
  const near =
    pageNear(rows, file) ??
    others.find((other) => isNear(key, nameKey(other))) ??
    inFolderOfAnotherCase(rows, file, others)
  if (near === undefined) return
  throw new IrisError(
    'PAGE_NAME_REFUSED',
    `${pageOf(path) ?? path} and ${near} cannot both be there: some systems take them for one, or one for a folder of the other.`,
  )
}

/** A page of the same name in another case, or one in a folder of that name. */
function pageNear(rows: WikiContext['rows'], { path, instead }: NewFile): string | undefined {
  const page = pageOf(path)
  if (page === undefined) return rows.firstIn(`${path}/`)
  const same = rows.byKey(page)
  const isOther = same !== undefined && same !== page && fileOf(same) !== instead
  return isOther ? same : undefined
}

/** Something in one of its folders, which is spelled in another case there. */
function inFolderOfAnotherCase(
  rows: WikiContext['rows'],
  { path, instead = '' }: NewFile,
  others: readonly string[],
): string | undefined {
  for (const folder of foldersOf(path)) {
    const start = nameKey(folder)
    const isSpelled = (other: string): boolean =>
      nameKey(other).startsWith(start) && !other.startsWith(folder)
    const found = rows.inOtherCase(folder, pageOf(instead) ?? '') ?? others.find(isSpelled)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether two paths are one in another case, or one is a folder of the other. */
const isNear = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, depth) => `${parts.slice(0, depth + 1).join('/')}/`)
}

/** Refuses to write over what lies in the folder and is not Iris's: a folder, a link, or a file that is no page. */
export async function refuseStrange(
  { repository: { folder } }: WikiContext,
  path: string,
  { isKnown }: { isKnown: boolean },
): Promise<void> {
  if ((await folderOnTheWay(folder, path)) === 'strange')
    throw new IrisError('PAGE_NAME_REFUSED', `A folder of ${path} is a link or a file in ${folder}.`)
  const mark = await markOf(folder, path)
  if (mark === undefined || (isKnown && mark !== 'other')) return
  if (isKnown && !(await isFolderAt(folder, path))) return
  throw new IrisError(
    'PAGE_NAME_REFUSED',
    `Something else is in the place of ${path} in ${folder}: a folder, a link, or a file that is too large or no text. Move it away first.`,
  )
}
