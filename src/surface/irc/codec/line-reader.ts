/** What was read: a line without its end, or that one was longer than any line may be. */
export type Read = { line: Buffer } | { tooLong: true }

const newline = 0x0a
const carriageReturn = 0x0d

/** Makes lines of bytes as they come; keeps no more than one line of at most `maxBytes`. */
export interface LineReader {
  push(chunk: Buffer): Read[]
}

/** Either character that ends lines ends one, so that neither can stand inside; empty lines are none. */
export function createLineReader(maxBytes: number): LineReader {
  let held: Buffer[] = []
  let length = 0

  return { push }

  function push(chunk: Buffer): Read[] {
    const found: Read[] = []
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] !== newline && chunk[at] !== carriageReturn) continue
      keep(chunk.subarray(from, at))
      if (length > 0) found.push(take())
      from = at + 1
    }
    keep(chunk.subarray(from))
    return found
  }

  function keep(part: Buffer): void {
    if (part.length === 0) return
    length = Math.min(length + part.length, maxBytes + 1)
    if (length > maxBytes) held = []
    // A copy: a part of the chunk would hold all of it in memory.
    else held.push(Buffer.from(part))
  }

  function take(): Read {
    const read = length > maxBytes ? ({ tooLong: true } as const) : { line: Buffer.concat(held) }
    held = []
    length = 0
    return read
  }
}
