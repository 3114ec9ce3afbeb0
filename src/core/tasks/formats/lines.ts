/** One line without its end. */
export interface Line {
  number: number
  /** Where its text begins in the whole. */
  start: number
  text: string
}

const byteOrderMark = '\uFEFF'

/** The lines of a text, whatever ends them; a byte order mark belongs to none. */
export function* linesOf(text: string): Generator<Line> {
  let start = text.startsWith(byteOrderMark) ? 1 : 0
  for (let number = 1; start <= text.length; number += 1) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const last = end > start && text[end - 1] === '\r' ? end - 1 : end
    yield { number, start, text: text.slice(start, last) }
    start = end + 1
  }
}

/** Tells the line of an offset; asked in rising order it reads the text once. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let counted = 0
  return (offset) => {
    if (offset < counted) [line, counted] = [1, 0]
    for (let at = text.indexOf('\n', counted); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
      line += 1
      counted = at + 1
    }
    return line
  }
}
