import type { Diagnostics } from './diagnostics.ts'
import { piecesOf, widthOf, type Box, type Fence, type Piece } from './markdown.ts'

/** A heading and those above it. */
export interface Section {
  level: number
  title: string
  line: number
  above: Section | undefined
}

/** A list item with a box, and all that hangs under it. */
export interface Item {
  box: Box
  line: number
  start: number
  /** Where what belongs to it ends. */
  end: number
  section: Section | undefined
  /** What is under it, in order; a fenced block is one. */
  parts: { lines: string[]; fence?: Fence }[]
  fences: Fence[]
  /** The item in whose list it is. */
  above: Item | undefined
}

/** The boxes of a Markdown text in order; `[P]` and other letters in brackets are a legend. */
export function checklistOf(text: string, diagnostics: Diagnostics): Item[] {
  const items: Item[] = []
  const open: OpenItem[] = []
  let section: Section | undefined
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'heading') {
      section = sectionOf(piece, section)
      open.length = 0
    } else if (piece.kind === 'box' && isTask(piece.box)) {
      leave(open, piece.box.indent)
      const { line, box } = piece
      const place = { line: line.number, start: line.start, end: line.start + line.text.length }
      const above = open.at(-1)
      if (above) above.hasList = true
      const item = { box, ...place, section, parts: [], fences: [], above: above?.item }
      open.push({ item, hasList: false })
      items.push(item)
    } else if (piece.kind === 'unclosed') unclosed(piece, diagnostics)
    else hangUnder(open, piece, text)
  }
  return items
}

interface OpenItem {
  item: Item
  /** A list of boxes has begun under it, so what follows is no longer one piece with it. */
  hasList: boolean
}

/** A mark is a sign, an empty box or an x; another letter explains marks to readers. */
function isTask({ mark, words }: Box): boolean {
  return !/^[\p{L}\p{N}]$/u.test(mark) || /^x$/i.test(mark) || /^\**\[?(?:T-?\d|\d+[.)]|\d+\.\d)/.test(words)
}

function sectionOf(
  { level, title, line }: Extract<Piece, { kind: 'heading' }>,
  before: Section | undefined,
): Section {
  let above = before
  while (above && above.level >= level) above = above.above
  return { level, title, line: line.number, above }
}

function unclosed({ line, what }: Extract<Piece, { kind: 'unclosed' }>, diagnostics: Diagnostics): void {
  diagnostics.add('BAD_BLOCK', line.number, {
    message: `The ${what} that begins here is never closed, so nothing below it is read.`,
  })
}

type Hanging = Exclude<Piece, { kind: 'heading' | 'unclosed' }>

function hangUnder(open: OpenItem[], piece: Hanging, text: string): void {
  const isBlank = piece.line.text.trim() === ''
  if (!isBlank) leave(open, widthOf(/^\s*/.exec(piece.line.text)?.[0] ?? ''))
  const last = open.at(-1)
  if (!last) return
  const fence = piece.kind === 'fence' ? piece.fence : undefined
  const stop = endOf(piece, text)
  if (fence) last.item.fences.push(fence)
  last.item.parts.push({
    lines: text.slice(piece.line.start, stop).split(/\r?\n/),
    ...(fence && { fence }),
  })
  if (!isBlank && !last.hasList) last.item.end = stop
}

/** Who begins this far to the left is under none of the items that begin there or further right. */
function leave(open: OpenItem[], indent: number): void {
  while (open.length > 0 && (open.at(-1)?.item.box.indent ?? 0) >= indent) open.pop()
}

function endOf(piece: Hanging, text: string): number {
  if (piece.kind !== 'fence') return piece.line.start + piece.line.text.length
  const end = text.indexOf('\n', piece.fence.end)
  return end === -1 ? text.length : end
}

/** The lines under an item without the indentation that all share; a block may be left out. */
export function textUnder({ parts }: Item, except?: Fence): string {
  const lines = parts.filter(({ fence }) => !except || fence !== except).flatMap(({ lines }) => lines)
  const used = lines.filter((line) => line.trim() !== '')
  const least = used.reduce((least, line) => Math.min(least, line.length - line.trimStart().length), Infinity)
  const first = lines.findIndex((line) => line.trim() !== '')
  const kept = first === -1 ? [] : lines.slice(first)
  return kept
    .map((line) => line.slice(Math.min(least, line.length)))
    .join('\n')
    .trimEnd()
}
