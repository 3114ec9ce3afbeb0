import { closeSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const pieceBytes = 64 * 1024
const minTrim = 1024 * 1024

/** Everything one agent printed, on disk. Offsets count from its first byte, also after a trim. */
export interface Spool {
  /** The first offset that is still there. */
  base(): number
  /** The offset after the last byte. */
  size(): number
  /** Appends and returns what did not fit on the disk (normally nothing). */
  append(chunk: Buffer): Buffer
  /** Bytes from `offset` on, at most one piece. */
  read(offset: number): Buffer
  /** Gives back the space before an offset, once it is enough to be worth it. */
  trim(before: number): void
  /** Closes the file until it is used again. */
  rest(): void
  remove(): void
}

/** Opens the spool of an agent, new or left by an earlier pipe. Reads and writes are those of the page cache: no fsync. */
export function openSpool(folder: string, id: string): Spool {
  let base = clearStale(folder, id)
  let file = spoolFile(folder, id, base)
  let size = base + sizeOf(file)
  let handle: number | undefined
  // Most reads want what was appended last; they are served without asking the disk.
  let last: { offset: number; bytes: Buffer } = { offset: size, bytes: Buffer.alloc(0) }

  return { base: () => base, size: () => size, append, read, trim, rest, remove }

  function open(): number {
    handle ??= openSync(file, 'a+', 0o600)
    return handle
  }

  function append(chunk: Buffer): Buffer {
    const written = writeAll(open, chunk)
    if (written > 0) last = { offset: size, bytes: chunk.subarray(0, written) }
    size += written
    // The next try opens the file anew: room may come back by another disk being mounted.
    if (written < chunk.length) rest()
    return chunk.subarray(written)
  }

  function read(offset: number): Buffer {
    if (offset === last.offset) return last.bytes
    if (offset < base || offset >= size) return Buffer.alloc(0)
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - offset))
    return piece.subarray(0, readSync(open(), piece, 0, piece.length, offset - base))
  }

  function trim(before: number): void {
    const newBase = Math.min(before, size)
    if (newBase - base < minTrim) return
    const draft = join(folder, `${id}.trim`)
    copyRest(draft, newBase)
    const newFile = spoolFile(folder, id, newBase)
    renameSync(draft, newFile)
    const old = file
    rest()
    base = newBase
    file = newFile
    rmSync(old, { force: true })
  }

  function copyRest(draft: string, from: number): void {
    const target = openSync(draft, 'w', 0o600)
    try {
      for (let at = from; at < size;) {
        const piece = read(at)
        if (writeAll(() => target, piece) < piece.length) throw new Error('no room to trim the spool')
        at += piece.length
      }
    } finally {
      closeSync(target)
    }
  }

  function rest(): void {
    if (handle !== undefined) closeSync(handle)
    handle = undefined
  }

  function remove(): void {
    rest()
    rmSync(join(folder, `${id}.trim`), { force: true })
    rmSync(file, { force: true })
  }
}

/** Writes as much as the disk takes; whatever stops it (a full disk, a quota) shows as a short count. */
function writeAll(open: () => number, chunk: Buffer): number {
  let written = 0
  try {
    const handle = open()
    while (written < chunk.length) written += writeSync(handle, chunk, written)
  } catch {
    return written
  }
  return written
}

/** The base of the spool on disk. Two files mean a trim was cut short: the newer, complete since its rename, counts. */
function clearStale(folder: string, id: string): number {
  const bases = readdirSync(folder).flatMap((name) => {
    if (name === `${id}.out`) return [0]
    const middle = name.startsWith(`${id}.`) && name.endsWith('.out') ? name.slice(id.length + 1, -4) : ''
    return /^\d+$/.test(middle) ? [Number(middle)] : []
  })
  const newest = Math.max(0, ...bases)
  for (const base of bases) {
    if (base !== newest) rmSync(spoolFile(folder, id, base), { force: true })
  }
  return newest
}

function spoolFile(folder: string, id: string, base: number): string {
  return join(folder, base === 0 ? `${id}.out` : `${id}.${base}.out`)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
