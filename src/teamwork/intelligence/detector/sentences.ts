import { filler } from './masking.ts'

/** Where a sentence stands; a heading or a table rarely asks anybody. */
type Place = 'prose' | 'item' | 'heading' | 'quote' | 'table'

/** One sentence of a masked text. */
export interface Sentence {
  readonly start: number
  readonly end: number
  readonly place: Place
  /** Number of its block, counted from the beginning. */
  readonly block: number
  /** Lower case, without markup, spaces collapsed; what patterns are matched against. */
  readonly text: string
  readonly isQuestion: boolean
}

interface Line {
  readonly start: number
  readonly text: string
  readonly place: Place
}

const tableRow = /^\s*\|.*\|\s*$/
const tableRule = /^\s*\|[\s:|-]+\|\s*$/
const heading = /^\s{0,3}#{1,6}\s/
const item = /^\s*(?:[-*+•]\s|\(?\d{1,3}[.)]\s|\*{0,2}\(?[A-Ha-h1-9][).:]\*{0,2}\s)/
const quote = /^\s{0,3}>/
const ends = /[.!?。！？؟…]+["'”’)\]*_~`»」』]*(?=\s|$|\p{Extended_Pictographic})|[。！？]/gu
const lowerNext = /^\s+[a-zà-ÿа-яё]/
const abbreviation = /(?:\b(?:e\.g|i\.e|z\.b|d\.h|p\.ex|vs|etc|bzw|no|nr|approx|ca)|\b\d{1,3}|\b[a-z])\.$/i

/** Splits a masked text into sentences with their positions in it. */
export function splitSentences(masked: string): Sentence[] {
  const sentences: Sentence[] = []
  let block = 0
  let paragraph: Line[] = []
  const flush = (): void => {
    if (paragraph.length > 0) addSentences(paragraph, block, sentences)
    paragraph = []
  }
  for (const line of linesOf(masked)) {
    const previous = paragraph.at(-1)
    if (line.text.trim() === '') {
      flush()
      block += 1
      continue
    }
    if (previous !== undefined && !continues(previous, line)) flush()
    paragraph.push(line)
    if (line.place === 'heading') {
      flush()
      block += 1
    }
  }
  flush()
  return sentences
}

function linesOf(masked: string): Line[] {
  const lines: Line[] = []
  const texts = masked.split('\n')
  let start = 0
  for (const [index, text] of texts.entries()) {
    const header = tableRule.test(texts[index + 1] ?? '') || tableRule.test(text)
    lines.push({ start, text: header ? '' : text, place: placeOf(text) })
    start += text.length + 1
  }
  return lines
}

function placeOf(line: string): Place {
  if (tableRow.test(line)) return 'table'
  if (heading.test(line)) return 'heading'
  if (quote.test(line)) return 'quote'
  return item.test(line) ? 'item' : 'prose'
}

/** A wrapped line goes on with the sentence; a new item, row or heading does not. */
function continues(previous: Line, line: Line): boolean {
  if (line.place !== 'prose') return line.place === 'quote' && previous.place === 'quote'
  return previous.place === 'prose' || previous.place === 'item' || previous.place === 'quote'
    ? !/[:.!?。！？]["'”*_]*\s*$/.test(previous.text)
    : false
}

function addSentences(lines: readonly Line[], block: number, into: Sentence[]): void {
  const first = lines[0]
  if (first === undefined) return
  const text = lines.map((line) => line.text).join('\n')
  const add = (from: number, to: number): void => {
    const plain = plainText(text.slice(from, to))
    if (plain === '') return
    const lead = text.slice(from, to).search(/\S/)
    into.push({
      start: first.start + from + Math.max(lead, 0),
      end: first.start + from + text.slice(from, to).trimEnd().length,
      place: first.place,
      block,
      text: plain,
      isQuestion: asks(plain),
    })
  }
  let from = 0
  for (const match of text.matchAll(ends)) {
    const to = match.index + match[0].length
    if (isInnerStop(text, from, to)) continue
    add(from, to)
    from = to
  }
  add(from, text.length)
}

function isInnerStop(text: string, from: number, to: number): boolean {
  const goesOn = lowerNext.test(text.slice(to, to + 3))
  if (text[to - 1] !== '.') return text[to - 1] === '?' && goesOn
  return goesOn || abbreviation.test(text.slice(Math.max(from, to - 8), to))
}

const markup = /[*_~#>|[\]\\]+/g
const leading = /^(?:[-+•–—]\s+|\(?\d{1,3}[.)]\s+|[^\p{L}\p{N}¤¿¡"'(]+)+/u
const spaces = /\s+/g
const emoji = /\[emoji\]|\[ok\]|\[warn\]|\[timer\]|\p{Extended_Pictographic}|\u{fe0f}/gu

/** Lower case, without markup, emoji and list marks, spaces collapsed. */
function plainText(raw: string): string {
  return raw
    .toLowerCase()
    .replace(emoji, ' ')
    .replace(markup, '')
    .replaceAll('’', "'")
    .replace(spaces, ' ')
    .trim()
    .replace(leading, '')
    .trim()
}

function asks(plain: string): boolean {
  return /[?？؟]["'”’)\]»」』\s]*(?:\([^()]{1,60}\))?$/.test(plain)
}

/** The sentence with its particulars removed, by which a false alarm is recognised again. */
export function sentenceShape(text: string): string {
  return plainText(text)
    .replaceAll(/["“„«「『`][^"”“»」』`]{1,400}["”“»」』`]|¤+|\d+/g, filler)
    .replaceAll(/¤+/g, filler)
}
