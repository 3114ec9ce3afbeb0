import { readLine, type LinePart } from '../contract/plain.ts'

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
export interface ToolUse {
  tool: string
  input: string
}

/** An agent prints a statement twice: in pieces while it is written, then whole. Older ones print it only whole. */
export function createSpoken(): Spoken {
  let written = ''
  let hasSpoken = false

  return {
    add(line) {
      const { parent, parts } = readLine(line)
      if (parent !== null) return { text: '', uses: [] }
      const uses = parts.flatMap((part) => (part.kind === 'used' ? useOf(part) : []))
      return { text: parts.map(wordsIn).join(''), uses }
    },
  }

  function wordsIn(part: LinePart): string {
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

function useOf({ tool, input }: Extract<LinePart, { kind: 'used' }>): ToolUse {
  return { tool, input: JSON.stringify(input) }
}
