import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { IrisError } from '../../contract/plain.ts'

const maxSmall = 64 * 1024

/**
 * The text of a small file of our own. What is there instead, a pipe that nobody writes to, a folder, a device or
 * something huge, is an error at once: to read it could take for ever.
 */
export function readSmallFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = fstatSync(file)
    if (!found.isFile() || found.size > maxSmall)
      throw new IrisError('HOME_DAMAGED', `${path} is not a small file.`)
    const buffer = Buffer.alloc(found.size)
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, found.size, 0))
  } finally {
    closeSync(file)
  }
}

/** Writes a file, for its owner only unless told otherwise, whole or not at all. Two may not write the same one at the same time. */
export function replaceFile(file: string, text: string, mode = 0o600): void {
  // Whatever was left under this name: a link would be written through, and a pipe would never take it.
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, text, { mode, flag: 'wx' })
  renameSync(`${file}.new`, file)
}
