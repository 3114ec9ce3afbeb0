import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const maxBytes = 5 * 1024 * 1024
const filesKept = 3

/** A log file that is set aside when it is full; the newest three are kept. */
export interface RotatingFile {
  write(line: string): void
  close(): void
}

/** Writes are synchronous: log lines are few, and the last one before a crash is the one that matters. */
export function openRotatingFile(path: string, limit: number = maxBytes): RotatingFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file = openSync(path, 'a', 0o600)
  let size = fstatSync(file).size
  let closed = false

  return {
    write(line) {
      if (closed) return
      if (size + line.length > limit) rotate()
      try {
        size += writeSync(file, line)
      } catch {
        // A full disk must not take the daemon down through its own log; the line is lost.
      }
    },
    close() {
      if (closed) return
      closed = true
      closeSync(file)
    },
  }

  function rotate(): void {
    closeSync(file)
    for (let n = filesKept - 1; n >= 1; n -= 1) {
      const from = n === 1 ? path : `${path}.${n - 1}`
      if (existsSync(from)) renameSync(from, `${path}.${n}`)
    }
    file = openSync(path, 'a', 0o600)
    size = 0
  }
}
