import { maxPageText } from '../../contract/index.ts'
import type { WikiContext } from './context.ts'
import { blobOf, bytesAt, formatOf, markOf, walk } from './files.ts'
import { fileOf, pageOf } from './names.ts'

/** So much is read and committed at once; the rest after it. */
const maxEdits = 500
const maxBytes = 32 * 1024 * 1024

/** A file that is not what the tables say. */
export interface OutsideEdit {
  path: string
  /** Null when it is gone. */
  content: Buffer | null
}

interface Known {
  blob: string
  mark: string
}

/** What differs from the tables. */
interface Outside {
  edits: OutsideEdit[]
  /** Files that lie under the name of a page and are none: too large, or no text. */
  strange: string[]
  /** There is more than was read at once, and the next look comes to it. */
  hasMore: boolean
}

/** Files that somebody changed by hand since HEAD; marks of those that are the same after all are taken note of. */
export async function outsideEdits(context: WikiContext, only?: readonly string[]): Promise<Outside> {
  const { folder } = context.repository
  const known = knownFiles(context, only)
  const there = only ? await marksOf(folder, only) : await walk(folder)
  const missing = [...(only ?? known.keys())].filter((path) => known.has(path) && !there.has(path))
  const gone = await goneOf(folder, missing)
  const looks = [...there].filter(([path, mark]) => known.get(path)?.mark !== mark)
  const { edits, same, strange, hasMore } = await readSome(folder, looks, known)
  if (same.length > 0) context.log.write(() => same.forEach((one) => remark(context, one)))
  return { edits: [...gone, ...edits], strange, hasMore: hasMore && same.length + edits.length > 0 }
}

interface Marked extends Known {
  path: string
}

/** What is in the files that look otherwise: as much as is read at once. */
async function readSome(
  folder: string,
  looks: readonly (readonly [path: string, mark: string])[],
  known: ReadonlyMap<string, Known>,
): Promise<Outside & { same: Marked[] }> {
  const found = { edits: [] as OutsideEdit[], same: [] as Marked[], strange: [] as string[] }
  let room = maxBytes
  for (const [path, mark] of looks) {
    if (room <= 0 || found.edits.length >= maxEdits) return { ...found, hasMore: true }
    const content = await bytesAt(folder, path)
    room -= content?.length ?? 0
    const blob = known.get(path)?.blob
    if (content === undefined || !isPageOrFile(path, content)) found.strange.push(path)
    else if (blob !== undefined && blobOf(content, formatOf(blob)) === blob)
      found.same.push({ path, mark, blob })
    else found.edits.push({ path, content })
  }
  return { ...found, hasMore: false }
}

/** What the tables say of files. Of a few files not every page is looked at: this is on the way of every write. */
function knownFiles({ rows }: WikiContext, only: readonly string[] | undefined): Map<string, Known> {
  const pages = only ? only.flatMap((path) => rows.page(pageOf(path) ?? '') ?? []) : rows.marks()
  return new Map([
    ...pages.map(({ page, blob, mark }) => [fileOf(page), { blob, mark }] as const),
    ...rows.files().map(({ path, blob, mark }) => [path, { blob, mark }] as const),
  ])
}

async function goneOf(folder: string, missing: readonly string[]): Promise<OutsideEdit[]> {
  const gone: OutsideEdit[] = []
  for (const path of missing)
    if ((await markOf(folder, path)) === undefined) gone.push({ path, content: null })
  return gone
}

function remark(
  { rows }: WikiContext,
  { path, mark, blob }: { path: string; mark: string; blob: string },
): void {
  const page = pageOf(path)
  if (page === undefined) rows.putFile({ path, blob, mark })
  else rows.setMark(page, mark)
}

function isPageOrFile(path: string, content: Buffer): boolean {
  if (pageOf(path) === undefined) return true
  const text = content.toString()
  return text.length <= maxPageText && !content.includes(0) && content.equals(Buffer.from(text))
}

async function marksOf(folder: string, paths: readonly string[]): Promise<Map<string, string>> {
  const marks = await Promise.all(paths.map((path) => markOf(folder, path)))
  return new Map(paths.flatMap((path, at) => (marks[at] && marks[at] !== 'other' ? [[path, marks[at]]] : [])))
}

/** Whether so many files are gone at once that something else is wrong. */
export function isMassLoss(edits: readonly OutsideEdit[], count: number): boolean {
  const gone = edits.filter(({ content }) => content === null).length
  return gone >= 10 && gone * 2 > count
}
