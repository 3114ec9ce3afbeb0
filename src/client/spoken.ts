import { readPrinted } from './printed.ts'

/** Turns the lines of an agent into its words as they come, each word once. */
export interface Spoken {
  /** What this line adds, with an empty line between one statement and the next. */
  add(line: string): string
}

/** An agent prints a statement twice: in pieces while it is written, then whole. Older ones print it only whole. */
export function createSpoken(): Spoken {
  let written = ''
  let hasSpoken = false

  return {
    add(line) {
      const { isSubagent, parts } = readPrinted(line)
      if (isSubagent) return ''
      return parts
        .map((part) => {
          if (part.kind === 'writing') return write(part.text)
          return part.kind === 'said' ? finish(part.text) : ''
        })
        .join('')
    },
  }

  function write(piece: string): string {
    if (piece === '') return ''
    const gap = written === '' && hasSpoken ? '\n\n' : ''
    written += piece
    hasSpoken = true
    return gap + piece
  }

  function finish(whole: string): string {
    const rest = whole.startsWith(written) ? write(whole.slice(written.length)) : ''
    written = ''
    return rest
  }
}
