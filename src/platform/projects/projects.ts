import { constants } from 'node:fs'
import { lstat, open, opendir, realpath, stat, type FileHandle } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { IrisError } from '../../contract/index.ts'
import type { Clock } from '../clock/index.ts'
import { messageOf, systemCode } from '../lib/index.ts'
import { createLanes } from './lanes.ts'

const largestFile = 256 * 1024
// A pipe, a socket or a device is opened without waiting for anybody, to be looked at and refused.
const quietly = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/**
 * Whatever Iris reads of a project. A project is not trusted: agents write there. So nothing of it is waited for on the
 * daemon's own thread, or for longer than a limit; and only regular files inside it are read, up to a size.
 */
export interface Projects {
  /** Whether there is a folder, or a link to one. */
  isThere(folder: string): Promise<boolean>
  /** Where a folder really is; the same when it is not there. */
  real(folder: string): Promise<string>
  /** Whether something is there, and whether it is really inside the project, wherever links lead. */
  holds(project: string, path: string): Promise<'inside' | 'outside' | 'missing'>
  /** What is in a folder of a project, sorted; at most so many, and whether there is more. */
  list(project: string, folder: string, most: number): Promise<{ names: string[]; hasMore: boolean }>
  /** The text of a regular file of at most 256 KiB inside a project; anything else is PROJECT_FILE_REFUSED. */
  read(project: string, file: string): Promise<string>
  /** How a path looks from outside, links not followed: its kind, size and times in a word; undefined when it is not there. */
  look(project: string, path: string): Promise<{ isFolder: boolean; mark: string } | undefined>
  /** Whether a file system owes an answer, so that this process cannot end in the usual way. */
  isOwed(): boolean
}

/** The text of a regular file of at most so many bytes that is no link, wherever it is; anything else is PROJECT_FILE_REFUSED. */
export async function readRegularFile(path: string, largest: number): Promise<string> {
  const file = await opened(path)
  try {
    const bytes = await bytesOf(file, path, largest)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw error instanceof TypeError ? refused(path, 'it is no text in UTF-8', error) : error
  } finally {
    await file.close()
  }
}

/** `threads` is how many Node has for reading files. */
export function createProjects({ clock, threads }: { clock: Clock; threads: number }): Projects {
  const lanes = createLanes({ clock, maxSilent: Math.max(1, Math.floor(threads / 2)) })
  return {
    isThere: (folder) => lanes.ask(folder, () => isFolder(folder)),
    real: (folder) => lanes.ask(folder, async () => (await leadsTo(folder)) ?? folder),
    holds: (project, path) => lanes.ask(project, () => placeOf(project, resolve(project, path))),
    list: (project, folder, most) => lanes.ask(project, () => listed(project, join(project, folder), most)),
    read: (project, file) => lanes.ask(project, () => textOf(project, join(project, file))),
    look: (project, path) => lanes.ask(project, () => looked(join(project, path))),
    isOwed: () => lanes.isOwed(),
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Not there, a loop of links, no right to look, or no path at all: there is nothing to work in.
    return false
  }
}

async function leadsTo(path: string): Promise<string | undefined> {
  try {
    return await realpath(path)
  } catch {
    // As above.
    return undefined
  }
}

async function placeOf(project: string, path: string): Promise<'inside' | 'outside' | 'missing'> {
  const [home, real] = [await leadsTo(project), await leadsTo(path)]
  if (home === undefined || real === undefined) return 'missing'
  return isInside(home, real) ? 'inside' : 'outside'
}

async function listed(project: string, folder: string, most: number): ReturnType<Projects['list']> {
  if ((await placeOf(project, folder)) !== 'inside') return { names: [], hasMore: false }
  const names: string[] = []
  // No folder, or one that may not be read, holds nothing for us.
  const found = await opendir(folder).catch(() => [])
  for await (const { name } of found) {
    if (names.length === most) return { names: names.toSorted(), hasMore: true }
    names.push(name)
  }
  return { names: names.toSorted(), hasMore: false }
}

async function looked(path: string): ReturnType<Projects['look']> {
  try {
    const { mode, size, mtimeNs, ino } = await lstat(path, { bigint: true })
    const isFolder = (Number(mode) & constants.S_IFMT) === constants.S_IFDIR
    return { isFolder, mark: [mode, size, mtimeNs, ino].join(' ') }
  } catch {
    // As above.
    return undefined
  }
}

async function textOf(project: string, path: string): Promise<string> {
  const [home, real] = [await leadsTo(project), await leadsTo(path)]
  if (home === undefined || real === undefined) throw refused(path, 'it is not there, or cannot be reached')
  if (!isInside(home, real)) throw refused(path, 'it leads out of the project')
  const file = await opened(real)
  try {
    // Links may have changed since; where the system says what was opened, that counts.
    const at = await leadsTo(`/proc/self/fd/${file.fd}`)
    if (at !== undefined && !isInside(home, at)) throw refused(path, 'it leads out of the project')
    return await contentsOf(file, path)
  } finally {
    await file.close()
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, quietly)
  } catch (error) {
    const why: Record<string, string> = { ENXIO: 'it is no regular file', ELOOP: 'it is a link' }
    throw refused(path, why[systemCode(error) ?? ''] ?? messageOf(error), error)
  }
}

async function contentsOf(file: FileHandle, path: string): Promise<string> {
  return (await bytesOf(file, path, largestFile)).toString('utf8')
}

/** One byte more than allowed is asked for: a file may grow between the look at it and the reading. */
async function bytesOf(file: FileHandle, path: string, largest: number): Promise<Buffer> {
  const found = await file.stat()
  if (!found.isFile()) throw refused(path, 'it is no regular file')
  if (found.size > largest) throw tooLarge(path, found.size, largest)
  const buffer = Buffer.alloc(largest + 1)
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  if (filled > largest) throw tooLarge(path, filled, largest)
  return buffer.subarray(0, filled)
}

function isInside(home: string, path: string): boolean {
  return path === home || path.startsWith(home.endsWith(sep) ? home : home + sep)
}

function tooLarge(path: string, size: number, largest: number): IrisError {
  return refused(path, `it has ${size} bytes, and at most ${largest} are read`)
}

function refused(path: string, why: string, cause?: unknown): IrisError {
  return new IrisError('PROJECT_FILE_REFUSED', `${path} is not read: ${why}.`, { cause })
}
