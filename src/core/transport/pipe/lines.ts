const newline = 0x0a

/** A line an agent printed, without its newline. `offset` is where it starts, `next` where the following one does. */
export interface Line {
  offset: number
  next: number
  line: string
}

/** Cuts a stream of bytes that starts at `offset` into lines. */
export interface LineCutter {
  push(chunk: Buffer): void
  /** Hands out what is left after the last newline. */
  end(): void
}

/** Makes a cutter. Of a line longer than `maxLine` bytes only the beginning is kept, so memory stays bounded. */
export function lineCutter(options: {
  offset: number
  maxLine: number
  take: (line: Line) => void
}): LineCutter {
  let start = options.offset
  let position = options.offset
  let held: Buffer[] = []
  let heldBytes = 0

  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        hold(chunk.subarray(from, at))
        position += at + 1 - from
        from = at + 1
        finish()
      }
      hold(chunk.subarray(from))
      position += chunk.length - from
    },
    end() {
      if (position > start) finish()
    },
  }

  function hold(piece: Buffer): void {
    const kept = piece.subarray(0, Math.max(0, options.maxLine - heldBytes))
    if (kept.length === 0) return
    held.push(kept)
    heldBytes += kept.length
  }

  function finish(): void {
    const [only] = held
    const bytes = held.length === 1 && only ? only : Buffer.concat(held, heldBytes)
    const line = { offset: start, next: position, line: bytes.toString('utf8') }
    start = position
    held = []
    heldBytes = 0
    options.take(line)
  }
}
