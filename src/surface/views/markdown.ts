/** A piece of a line. Links are shown with their target and opened by the reader, never by us. */
export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; href: string }

/** A block of text. */
export type Block =
  | { kind: 'paragraph' | 'quote'; inlines: Inline[] }
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; isOrdered: boolean; items: { depth: number; marker: string; inlines: Inline[] }[] }
  | { kind: 'table'; rows: Inline[][][] }
  | { kind: 'rule' }

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/
const listItem = /^( *)([-*+]|\d{1,9}[.)]) +(.*)$/
const heading = /^ {0,3}(#{1,6}) +(.*?) *#*$/
const rule = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/
const quote = /^ {0,3}>/
const tableRow = /^ *\|(.+)\| *$/

/** What agents write, as blocks. It knows the part of Markdown they use; the rest stays as it was written. */
export function readMarkdown(source: string): Block[] {
  const blocks: Block[] = []
  const rest = source.split(/\r?\n/)
  while (rest.length > 0) {
    const block = nextBlock(rest)
    if (block) blocks.push(block)
  }
  return blocks
}

/** Takes the lines of the next block off `lines`. */
function nextBlock(lines: string[]): Block | undefined {
  const line = lines.shift() ?? ''
  if (line.trim() === '') return undefined
  const special = readFence(line, lines) ?? readHeading(line) ?? readGroup(line, lines)
  if (special) return special
  const words = [line, ...takeWhile(lines, (next) => next.trim() !== '' && !startsBlock(next))]
  return { kind: 'paragraph', inlines: readInline(words.join('\n')) }
}

function readFence(line: string, lines: string[]): Block | undefined {
  const [, mark = '', language = ''] = fence.exec(line) ?? []
  return mark ? { kind: 'code', language, text: takeFenced(lines, mark) } : undefined
}

function readHeading(line: string): Block | undefined {
  const [, level = '', title = ''] = heading.exec(line) ?? []
  return level ? { kind: 'heading', level: level.length, inlines: readInline(title) } : undefined
}

function readGroup(line: string, lines: string[]): Block | undefined {
  if (rule.test(line)) return { kind: 'rule' }
  if (listItem.test(line)) return takeList(line, lines)
  if (tableRow.test(line)) return takeTable(line, lines)
  return quote.test(line) ? takeQuote(line, lines) : undefined
}

function startsBlock(line: string): boolean {
  return [fence, heading, rule, listItem, tableRow, quote].some((start) => start.test(line))
}

function takeWhile(lines: string[], wanted: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !wanted(line))
  return lines.splice(0, end === -1 ? lines.length : end)
}

function takeFenced(lines: string[], mark: string): string {
  const isEnd = (line: string): boolean =>
    line.trim().startsWith(mark) && line.trim().replaceAll(mark[0] ?? '`', '') === ''
  const text = takeWhile(lines, (line) => !isEnd(line))
  lines.shift()
  return text.join('\n')
}

function takeList(first: string, lines: string[]): Block {
  const items: Extract<Block, { kind: 'list' }>['items'] = []
  const all = [first, ...takeWhile(lines, (line) => listItem.test(line) || /^ {2,}\S/.test(line))]
  for (const line of all) {
    const [, indent = '', marker = '', words = ''] = listItem.exec(line) ?? []
    const last = items.at(-1)
    if (marker) items.push({ depth: Math.floor(indent.length / 2), marker, inlines: readInline(words) })
    else last?.inlines.push({ kind: 'text', text: ' ' }, ...readInline(line.trim()))
  }
  return { kind: 'list', isOrdered: /^\d/.test(items[0]?.marker ?? ''), items }
}

function takeTable(first: string, lines: string[]): Block {
  const all = [first, ...takeWhile(lines, (line) => tableRow.test(line))]
  const rows = all
    .filter((line) => !/^[ |:-]+$/.test(line))
    .map((line) => cellsOf(line).map((cell) => readInline(cell.trim())))
  return { kind: 'table', rows }
}

function cellsOf(line: string): string[] {
  return (tableRow.exec(line)?.[1] ?? '').split(/(?<!\\)\|/)
}

function takeQuote(first: string, lines: string[]): Block {
  const all = [first, ...takeWhile(lines, (line) => quote.test(line))]
  return { kind: 'quote', inlines: readInline(all.map((line) => line.replace(/^ {0,3}> ?/, '')).join('\n')) }
}

const inline =
  /`([^`\n]+)`|\*\*([^\n]+?)\*\*|(?<![\w*])\*([^*\s][^*\n]*?)\*(?![\w*])|(?<!\w)_([^_\s][^_\n]*?)_(?!\w)|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>()"'`]+[^\s<>()"'`.,;:!?])/g

/** The pieces of a text; whatever is no mark stays text, character for character. */
function readInline(source: string): Inline[] {
  const found: Inline[] = []
  let end = 0
  for (const match of source.matchAll(inline)) {
    if (match.index > end) found.push({ kind: 'text', text: source.slice(end, match.index) })
    found.push(pieceOf(match))
    end = match.index + match[0].length
  }
  if (end < source.length) found.push({ kind: 'text', text: source.slice(end) })
  return found
}

function pieceOf(match: RegExpMatchArray): Inline {
  const [whole, code, strong, starred, underlined, label, target, bare] = match
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  const emphasis = starred ?? underlined
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  if (label !== undefined && target !== undefined) return { kind: 'link', text: label, href: target }
  return bare === undefined ? { kind: 'text', text: whole } : { kind: 'link', text: bare, href: bare }
}
