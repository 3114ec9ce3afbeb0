import type { Block, Cell, Inline, Side } from './blocks.ts'
import { inlinesOf } from './inlines.ts'
import type { Node } from './nesting.ts'
import { parseLine } from './parser.ts'

/** The quotes and lists that a row stands in, and its own beginning. */
const marks = /^(?:[>\s]|[-*+]\s|\d+[.)]\s)*\|?/

/** A table with its first row as the head. */
export function tableOf({ children }: Node, lines: readonly string[]): Block {
  const [head = [], ...rows] = children.flatMap((part) => part.children.map((row) => cellsOf(row, lines)))
  return { kind: 'table', head, rows }
}

function cellsOf({ token, children }: Node, lines: readonly string[]): Cell[] {
  const cells = children.map((cell) => ({ side: sideOf(cell), inlines: wordsIn(cell) }))
  const last = cells.at(-1)
  const rest = fromColumn(lines[token.map?.[0] ?? 0] ?? '', cells.length)
  // The parser leaves out what stands behind the last column: agents forget to escape the `|` in code.
  if (last && rest.length > 1) last.inlines = inlinesOf(parseLine(rest.join('|').trim()))
  // A row that ends early has no cells there; thousands of empty ones would only be drawn.
  while (cells.length > 1 && cells.at(-1)?.inlines.length === 0) cells.pop()
  return cells
}

function wordsIn({ children }: Node): Inline[] {
  return inlinesOf(children[0]?.token.children ?? [])
}

/** What a row says from a column on. */
function fromColumn(line: string, column: number): string[] {
  return line
    .trimEnd()
    .replace(marks, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .slice(column - 1)
}

function sideOf({ token }: Node): Side {
  const [, side] = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? '')) ?? []
  return side === 'center' || side === 'right' ? side : 'left'
}
