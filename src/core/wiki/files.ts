import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type BigIntStats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { IrisError, maxAttachment } from '../../contract/index.ts'
import { systemCode, writeFault } from '../../platform/lib/index.ts'
import { isAttachment, pageOf } from './names.ts'

const maxFiles = 50_000
const maxFolders = 4000
const scratch = '.iris-new'
/** A pipe or a device is opened without waiting for anybody; a link is not followed. */
const quietly = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** Whether an error says that nothing is there, and not that it cannot be looked at. */
export const isAbsence = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')

/** The id that git gives to a content. */
export function blobOf(content: string | Uint8Array, format: 'sha1' | 'sha256' = 'sha1'): string {
  const bytes = Buffer.from(content)
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** How a repository makes its ids, as the length of one shows. */
export const formatOf = (id: string | undefined): 'sha1' | 'sha256' => (id?.length === 64 ? 'sha256' : 'sha1')

/** How a file looks from outside; undefined when there is none, `other` when it is no regular file or cannot be looked at. */
export async function markOf(folder: string, path: string): Promise<string | undefined> {
  return lstat(join(folder, path), { bigint: true }).then(markIn, markWithout)
}

/** The same of one file at once: to wait for a thread takes far longer than the look itself. */
export function markNow(folder: string, path: string): string | undefined {
  try {
    return markIn(lstatSync(join(folder, path), { bigint: true }))
  } catch (error) {
    return markWithout(error)
  }
}

/** What may not be looked at is not gone: to take it for deleted would delete it. */
const markWithout = (error: unknown): 'other' | undefined => (isAbsence(error) ? undefined : 'other')

const markIn = (found: BigIntStats): string =>
  found.isFile() ? `${found.mtimeNs}:${found.size}:${found.ino}` : 'other'

/** Pages and attachments that the folder has, each with its mark. Links are never followed. */
export async function walk(folder: string): Promise<Map<string, string>> {
  const marks = new Map<string, string>()
  const folders = ['']
  for (let at = 0; at < folders.length && at < maxFolders && marks.size < maxFiles; at += 1) {
    const inside = await entriesOf(folder, folders[at] ?? '')
    folders.push(...inside.folders)
    const found = await Promise.all(inside.files.map((path) => markOf(folder, path)))
    for (const [place, path] of inside.files.entries()) {
      const mark = found[place]
      if (mark !== undefined && mark !== 'other') marks.set(path, mark)
    }
  }
  return marks
}

async function entriesOf(folder: string, below: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  const shown = entries.filter(({ name }) => !name.startsWith('.'))
  const pathOf = ({ name }: { name: string }): string => (below === '' ? name : `${below}/${name}`)
  return {
    folders: shown
      .filter((entry) => entry.isDirectory())
      .map(pathOf)
      .filter(isNotDeep),
    files: shown
      .filter((entry) => entry.isFile())
      .map(pathOf)
      .filter(isOurs),
  }
}

const isNotDeep = (path: string): boolean => path.split('/').length < 9
const isOurs = (path: string): boolean => pageOf(path) !== undefined || isAttachment(path)

/** The bytes of a file in the folder; undefined when there is none, or none that is regular and small enough. */
export async function bytesAt(folder: string, path: string): Promise<Buffer | undefined> {
  if ((await folderOnTheWay(folder, path)) === 'strange') return undefined
  const file = await open(join(folder, path), quietly).catch(() => undefined)
  if (!file) return undefined
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size > maxAttachment) return undefined
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** The same of one page at once, for who reads it. */
export function bytesNow(folder: string, path: string): Buffer | undefined {
  const parts = path.split('/').slice(0, -1)
  try {
    const folders = parts.map((_, depth) => lstatSync(join(folder, ...parts.slice(0, depth + 1))))
    return folders.every((one) => one.isDirectory()) ? regularBytes(join(folder, path)) : undefined
  } catch {
    return undefined
  }
}

function regularBytes(place: string): Buffer | undefined {
  const file = openSync(place, quietly)
  try {
    const found = fstatSync(file)
    if (!found.isFile() || found.size > maxAttachment) return undefined
    const bytes = Buffer.alloc(found.size)
    return bytes.subarray(0, readSync(file, bytes, 0, found.size, 0))
  } finally {
    closeSync(file)
  }
}

/** Whether a folder on the way is none of ours: a link could lead out of the wiki, and a file holds nothing. */
export async function folderOnTheWay(folder: string, path: string): Promise<'strange' | 'fine'> {
  const parts = path.split('/').slice(0, -1)
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const found = await lstat(join(folder, ...parts.slice(0, depth))).catch(() => undefined)
    if (found && !found.isDirectory()) return 'strange'
  }
  return 'fine'
}

/** Whether a folder is where a file would be. */
export async function isFolderAt(folder: string, path: string): Promise<boolean> {
  return lstat(join(folder, path)).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Makes a file what the commit has, whole or not at all, unless it is no longer what it was. Says how it looks now. */
export async function putFile(
  folder: string,
  path: string,
  { content, expected }: { content: string | Uint8Array | null; expected: string | undefined },
): Promise<{ is: 'put'; mark: string | undefined } | { is: 'changed' }> {
  const place = join(folder, path)
  if ((await folderOnTheWay(folder, path)) === 'strange')
    throw new IrisError('PAGE_NAME_REFUSED', `A folder of ${path} is a link or a file in ${folder}.`)
  if ((await markOf(folder, path)) !== expected) return { is: 'changed' }
  try {
    if (content === null) {
      await rm(place, { force: true })
      await removeEmpty(folder, dirname(path))
      return { is: 'put', mark: undefined }
    }
    await mkdir(dirname(place), { recursive: true })
    const fresh = join(folder, '.git', scratch)
    await rm(fresh, { force: true })
    const file = await open(fresh, 'wx', 0o644)
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
    // Once more: writing took its time, and a person may have saved meanwhile.
    if ((await markOf(folder, path)) !== expected) return { is: 'changed' }
    await rename(fresh, place)
    return { is: 'put', mark: await markOf(folder, path) }
  } catch (error) {
    throw writeFault(error) ?? error
  }
}

/** Takes folders away that hold nothing any more. */
async function removeEmpty(folder: string, below: string): Promise<void> {
  for (let at = below; at !== '.' && at !== ''; at = dirname(at)) {
    const isGone = await rmdir(join(folder, at)).then(
      () => true,
      (error: unknown) => systemCode(error) === 'ENOENT',
    )
    if (!isGone) return
  }
}
