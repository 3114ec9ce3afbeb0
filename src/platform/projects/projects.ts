import { constants } from 'node:fs'
import { lstat, opendir, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Clock } from '../clock/index.ts'
import { createLanes } from './lanes.ts'
import { bytesOf, largestFile, opened, refused } from './reading.ts'
import { exactText, folderIn, removeText, replaceText, type Replacement } from './writing.ts'

/**
 * Whatever Iris reads of a project, and the little it writes there. A project is not trusted: agents write there. So nothing of it is waited for on the
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
  /** The text of a regular file of at most 256 KiB, or so many bytes, inside a project; anything else is PROJECT_FILE_REFUSED. */
  read(project: string, file: string, largest?: number): Promise<string>
  /** How a path looks from outside, links not followed: its kind, size and times in a word; undefined when it is not there. */
  look(project: string, path: string): Promise<{ isFolder: boolean; mark: string } | undefined>
  /** The exact text of a regular file in the folder itself, up to 256 KiB; undefined when there is none. Links are refused. */
  exact(project: string, name: string): Promise<string | undefined>
  /** Writes such a file whole or not at all, and only if it is what it was; says whether it did. */
  replace(project: string, name: string, replacement: Replacement): Promise<boolean>
  /** Removes such a file, and only if it is what it was; says whether it did. */
  remove(project: string, name: string, was: string): Promise<boolean>
  /** Makes a folder inside a project, with those above it. One that is a link, or no folder, is PROJECT_FILE_REFUSED. */
  makeFolder(project: string, folder: string): Promise<void>
  /** Whether a file system owes an answer, so that this process cannot end in the usual way. */
  isOwed(): boolean
}

/** `threads` is how many Node has for reading files. */
export function createProjects({ clock, threads }: { clock: Clock; threads: number }): Projects {
  const lanes = createLanes({ clock, maxSilent: Math.max(1, Math.floor(threads / 2)) })
  return {
    isThere: (folder) => lanes.ask(folder, () => isFolder(folder)),
    real: (folder) => lanes.ask(folder, async () => (await leadsTo(folder)) ?? folder),
    holds: (project, path) => lanes.ask(project, () => placeOf(project, resolve(project, path))),
    list: (project, folder, most) => lanes.ask(project, () => listed(project, join(project, folder), most)),
    read: (project, file, largest = largestFile) =>
      lanes.ask(project, () => textOf(project, { path: join(project, file), largest })),
    look: (project, path) => lanes.ask(project, () => looked(join(project, path))),
    exact: (project, name) => lanes.ask(project, () => exactText(project, name)),
    replace: (project, name, how) => lanes.ask(project, () => replaceText(project, name, how)),
    remove: (project, name, was) => lanes.ask(project, () => removeText(project, name, was)),
    makeFolder: (project, folder) => lanes.ask(project, () => folderIn(project, folder)),
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

async function textOf(
  project: string,
  { path, largest }: { path: string; largest: number },
): Promise<string> {
  const [home, real] = [await leadsTo(project), await leadsTo(path)]
  if (home === undefined || real === undefined) throw refused(path, 'it is not there, or cannot be reached')
  if (!isInside(home, real)) throw refused(path, 'it leads out of the project')
  const file = await opened(real)
  try {
    // Links may have changed since; where the system says what was opened, that counts.
    const at = await leadsTo(`/proc/self/fd/${file.fd}`)
    if (at !== undefined && !isInside(home, at)) throw refused(path, 'it leads out of the project')
    return (await bytesOf(file, path, largest)).toString('utf8')
  } finally {
    await file.close()
  }
}

function isInside(home: string, path: string): boolean {
  return path === home || path.startsWith(home.endsWith(sep) ? home : home + sep)
}
