import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'

const tailBytes = 256 * 1024

/** The end of what an agent wrote to stderr, on disk. */
export interface StderrTail {
  append(chunk: Buffer): void
  read(): Buffer
  rest(): void
  remove(): void
}

/** Keeps the last part of a stream in `file`, which never grows beyond twice that. Best effort: a full disk loses it. */
export function openStderrTail(file: string): StderrTail {
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let handle: number | undefined

  return { append, read, rest, remove: () => rmSync(file, { force: true }) }

  function append(chunk: Buffer): void {
    try {
      handle ??= openSync(file, 'a', 0o600)
      size += writeSync(handle, chunk)
      if (size > 2 * tailBytes) cut()
    } catch {
      // Nobody waits for stderr, and nothing must stop because of it.
    }
  }

  function cut(): void {
    const kept = read()
    writeFileSync(file, kept)
    size = kept.length
  }

  function read(): Buffer {
    try {
      return readFileSync(file).subarray(-tailBytes)
    } catch {
      // Nothing was ever written.
      return Buffer.alloc(0)
    }
  }

  function rest(): void {
    if (handle !== undefined) closeSync(handle)
    handle = undefined
  }
}
