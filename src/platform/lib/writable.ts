import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { IrisError } from '../../contract/plain.ts'
import { messageOf, systemCode } from './lib.ts'

const full = new Map([
  ['ENOSPC', 'There is no room left on the disk'],
  ['EDQUOT', 'Your quota is used up on the disk'],
])

const refusals = new Map([
  ['EROFS', 'its disk is mounted read-only'],
  ['EACCES', 'your user may not write there'],
  ['EPERM', 'your user may not write there'],
])

/**
 * What the machine has against a write, told as that; undefined for any other error. A full disk names no file and is
 * taken to be that of the home; a refusal without a file is about something else, such as a process of another user.
 */
export function writeFault(error: unknown, home?: string): IrisError | undefined {
  const file = pathOf(error)
  if (file === undefined && !full.has(systemCode(error) ?? '')) return undefined
  const isHome = home !== undefined && (file === undefined || file === home || file.startsWith(home + sep))
  return faultAt(isHome ? { home } : { file }, error)
}

/** Proves that the home can be written, after what has to be done to it first. */
export function proveWritable(home: string, prepare: () => void = () => undefined): void {
  const probe = join(home, '.write-probe')
  try {
    prepare()
    writeFileSync(probe, 'x')
  } catch (error) {
    // Node says ENOENT of a folder that cannot be made because the one above it is read-only.
    const known = faultAt({ home }, error) ?? faultAt({ home }, refusalOf(home))
    throw known ?? notWritable(`The Iris home ${home}`, messageOf(error), { home, cause: error })
  } finally {
    // Another start at the same moment may have removed it already; on a full disk it is there, and empty.
    removeIfThere(probe)
  }
}

function faultAt(place: { home?: string; file?: string | undefined }, cause: unknown): IrisError | undefined {
  const where = place.home ?? place.file
  const code = systemCode(cause) ?? ''
  const lack = full.get(code)
  if (lack) return new IrisError('DISK_FULL', where ? `${lack} of ${where}.` : `${lack}.`, { cause })
  const reason = refusals.get(code)
  if (reason === undefined || where === undefined) return undefined
  return notWritable(place.home ? `The Iris home ${where}` : where, reason, { ...place, cause })
}

function notWritable(what: string, reason: string, of: { home?: string; cause: unknown }): IrisError {
  const code = of.home === undefined ? 'FILE_NOT_WRITABLE' : 'HOME_NOT_WRITABLE'
  return new IrisError(code, `${what} cannot be written: ${reason}.`, { cause: of.cause })
}

/** What keeps a folder, or the nearest one above it that is there, from being written; undefined when nothing does. */
export function refusalOf(folder: string): unknown {
  try {
    accessSync(nearest(folder), constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error
  }
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}

function pathOf(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // A home that cannot be written; what was thrown before says so.
  }
}
