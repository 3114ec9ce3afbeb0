import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { IrisError } from '../../contract/index.ts'
import { messageOf, systemCode } from '../lib/index.ts'

export const largestFile = 256 * 1024
// A pipe, a socket or a device is opened without waiting for anybody, to be looked at and refused.
const quietly = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** The text of a regular file of at most so many bytes that is no link, wherever it is; anything else is PROJECT_FILE_REFUSED. */
export async function readRegularFile(path: string, largest: number): Promise<string> {
  const bytes = await readRegularBytes(path, largest)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw error instanceof TypeError ? refused(path, 'it is no text in UTF-8', error) : error
  }
}

/** The same, whatever is in it. */
export async function readRegularBytes(path: string, largest: number): Promise<Buffer> {
  const file = await opened(path)
  try {
    return await bytesOf(file, path, largest)
  } finally {
    await file.close()
  }
}

export async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, quietly)
  } catch (error) {
    const why: Record<string, string> = { ENXIO: 'it is no regular file', ELOOP: 'it is a link' }
    throw refused(path, why[systemCode(error) ?? ''] ?? messageOf(error), error)
  }
}

/** One byte more than allowed is asked for: a file may grow between the look at it and the reading. */
export async function bytesOf(file: FileHandle, path: string, largest: number): Promise<Buffer> {
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

function tooLarge(path: string, size: number, largest: number): IrisError {
  return refused(path, `it has ${size} bytes, and at most ${largest} are read`)
}

export function refused(path: string, why: string, cause?: unknown): IrisError {
  return new IrisError('PROJECT_FILE_REFUSED', `${path} is not read: ${why}.`, { cause })
}
