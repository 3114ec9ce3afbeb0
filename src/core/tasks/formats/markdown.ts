import { linesOf, type Line } from './lines.ts'

/** What a task file in Markdown is made of, as far as tasks go. Fenced and commented lines are no tasks. */
export type Piece =
  | { kind: 'heading'; line: Line; level: number; title: string }
  | { kind: 'box'; line: Line; box: Box }
  | { kind: 'fence'; line: Line; fence: Fence }
  | { kind: 'text'; line: Line }
  | { kind: 'unclosed'; line: Line; what: 'fence' | 'comment' }

/** A list item with a box; `start` and `end` are where the mark inside the brackets is. */
export interface Box {
  indent: number
  mark: string
  start: number
  end: number
  hasStar: boolean
  words: string
}

/** A fenced block; `start` and `end` are where its body is. */
export interface Fence {
  indent: number
  info: string
  start: number
  end: number
  line: number
}

const heading = /^ {0,3}(#{1,6})\s+(\S.*)$/
const box = /^(\s*)((?:[-*+]|\d{1,9}[.)])\s+\[)(.?)\](\\?\*)?(?![([:])(.*)$/u
const fence = /^(\s*)(`{3,}|~{3,})(.*)$/

/** The pieces of a text, in order. A fence comes once its end is found. */
export function* piecesOf(text: string): Generator<Piece> {
  const lines = linesOf(text)
  let before = true
  for (const line of lines) {
    const isFrontMatter = before && line.text === '---'
    if (line.text.trim() !== '') before = false
    const opened = fence.exec(line.text)
    if (isFrontMatter) skipUntil(lines, (one) => one.text === '---')
    else if (opened && !(opened[2]?.startsWith('`') && opened[3]?.includes('`')))
      yield fenced(lines, line, opened)
    else if (line.text.trimStart().startsWith('<!--')) yield* commented(lines, line)
    else yield pieceOf(line)
  }
}

function pieceOf(line: Line): Piece {
  const title = heading.exec(line.text)
  if (title)
    return { kind: 'heading', line, level: (title[1] ?? '').length, title: withoutClosing(title[2] ?? '') }
  const item = box.exec(line.text)
  if (!item) return { kind: 'text', line }
  const [, indent = '', bullet = '', mark = '', star, words = ''] = item
  const start = line.start + indent.length + bullet.length
  const found = {
    indent: widthOf(indent),
    mark,
    start,
    end: start + mark.length,
    hasStar: star !== undefined,
  }
  return { kind: 'box', line, box: { ...found, words: words.trim() } }
}

function withoutClosing(title: string): string {
  const trimmed = title.trim()
  let end = trimmed.length
  while (end > 0 && trimmed[end - 1] === '#') end -= 1
  return end < trimmed.length && trimmed[end - 1] === ' ' ? trimmed.slice(0, end).trim() : trimmed
}

/** How far a line is indented; a tab is four. */
export function widthOf(indent: string): number {
  let width = 0
  for (const sign of indent) width += sign === '\t' ? 4 : 1
  return width
}

function skipUntil(lines: Iterator<Line>, isLast: (line: Line) => boolean): Line | undefined {
  for (let next = lines.next(); !next.done; next = lines.next()) if (isLast(next.value)) return next.value
  return undefined
}

function fenced(lines: Iterator<Line>, opening: Line, match: RegExpExecArray): Piece {
  const [, indent = '', ticks = '', info = ''] = match
  let start: number | undefined
  let hidden = false
  const last = skipUntil(lines, (line) => {
    start ??= line.start
    const trimmed = line.text.trim()
    hidden ||= trimmed !== ''
    return trimmed.length >= ticks.length && trimmed === (ticks[0] ?? '').repeat(trimmed.length)
  })
  if (!last)
    return hidden ? { kind: 'unclosed', line: opening, what: 'fence' } : { kind: 'text', line: opening }
  const body = { start: start ?? last.start, end: last.start, line: opening.number }
  return { kind: 'fence', line: opening, fence: { indent: widthOf(indent), info: info.trim(), ...body } }
}

function* commented(lines: Iterator<Line>, opening: Line): Generator<Piece> {
  if (opening.text.includes('-->')) return
  if (!skipUntil(lines, (line) => line.text.includes('-->')))
    yield { kind: 'unclosed', line: opening, what: 'comment' }
}
