import { closeSync, openSync, writeSync } from 'node:fs'

/** Writes to a file until its disk has no room left. */
export function fillUp(path: string): string {
  const file = openSync(path, 'a')
  for (const size of [1024 * 1024, 4096, 256]) while (isWritten(file, Buffer.alloc(size, 'x')));
  closeSync(file)
  return path
}

function isWritten(file: number, block: Buffer): boolean {
  try {
    return writeSync(file, block) === block.length
  } catch {
    // No space left.
    return false
  }
}
