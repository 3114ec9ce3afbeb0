import { readPrinted, type Printed } from './printed.ts'

/** Turns the lines of an agent into its words as they come, each word once, and the tools it uses. */
export interface Spoken {
  /** What this line adds; its words have an empty line between one statement and the next. */
  add(line: string): Added
}

interface Added {
  text: string
  uses: ToolUse[]
}

/** A tool that an agent uses, with its input as JSON. */
export type ToolUse = Pick<Extract<Printed, { kind: 'used' }>, 'tool' | 'input'>

/** An agent prints a statement twice: in pieces while it is written, then whole. Older ones print it only whole. */
export function createSpoken(): Spoken {
  let written = ''
  let hasSpoken = false

  return {
    add(line) {
      const { isSubagent, parts } = readPrinted(line)
      if (isSubagent) return { text: '', uses: [] }
      const uses = parts.flatMap((part) => (part.kind === 'used' ? part : []))
      return { text: parts.map(wordsIn).join(''), uses }
    },
  }

  function wordsIn(part: Printed): string {
    if (part.kind === 'writing') return write(part.text)
    return part.kind === 'said' ? finish(part.text) : ''
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
