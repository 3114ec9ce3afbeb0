import { oneLine } from '../../contract/plain.ts'

/** More than any line holds. It bounds the work too. */
const maxRead = 2000

const fence = /^\s*(?:`{3,}|~{3,})/
const onlyMarks = /^[\s|:=_*-]{3,}$/
const tableRow = /^[\s>]*\|(.*)\|\s*$/
const lineStart = /^[\s>]*(?:#{1,6}\s+|([-*+])\s+(?:\[[ xX]\]\s+)?)?/
/** Code, emphasis of each kind, a link, and last an opening mark whose end was cut off with the rest of the text. */
const marked =
  /`([^`]+)`|\*\*(.+?)\*\*(?!\*)|~~(.+?)~~|(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])|(?<!\w)_([^_\s][^_]*?)_(?!\w)|!?\[([^\]]+)\]\([^\s)]+\)|(?<=^|[\s([“"])(?:\*\*|`)(?=\S)/g

interface Line {
  words: string
  /** A point of a list or a row of a table: what follows it is set apart. */
  isPoint: boolean
}

/** What an agent writes in Markdown, as words without its marks, on one line of at most `most` characters. */
export function plainLine(source: string, most: number): string {
  let words = ''
  let last: Line | undefined
  for (const line of linesOf(source.slice(0, maxRead))) {
    words += (last?.isPoint && line.isPoint ? ' · ' : ' ') + line.words
    last = line
  }
  return oneLine(words, most)
}

function linesOf(source: string): Line[] {
  let isCode = false
  return source.split('\n').flatMap((line) => {
    if (fence.test(line)) isCode = !isCode
    if (fence.test(line) || line.trim() === '' || (!isCode && onlyMarks.test(line))) return []
    return isCode ? { words: line, isPoint: false } : lineOf(line)
  })
}

function lineOf(line: string): Line {
  const [, row] = tableRow.exec(line) ?? []
  if (row !== undefined)
    return {
      words: row
        .split('|')
        .map((cell) => plainWords(cell.trim()))
        .join(' · '),
      isPoint: true,
    }
  const [start = '', bullet] = lineStart.exec(line) ?? []
  return { words: plainWords(line.slice(start.length)), isPoint: bullet !== undefined }
}

/** Words without marks; emphasis may hold further ones, code does not. */
function plainWords(text: string): string {
  return text.replaceAll(marked, (_, code: string | undefined, ...groups: (string | undefined)[]) => {
    const inner = groups.slice(0, 5).find((words) => words !== undefined)
    return code ?? plainWords(inner ?? '')
  })
}
