import type { Block, Cell, Inline, Side } from './blocks.ts'
import { inlinesOf } from './inlines.ts'
import type { Node } from './nesting.ts'

/** The quotes and lists that a row stands in, and its own beginning. */
const marks = /^(?:[>\s]|[-*+]\s|\d+[.)]\s)*\|?/

/** A table with its first row as the head. */
export function tableOf({ children }: Node, lines: readonly string[]): Block {
  const [head = [], ...rows] = children.flatMap((part) => part.children.map((row) => cellsOf(row, lines)))
  return { kind: 'table', head, rows }
}

function cellsOf({ token, children }: Node, lines: readonly string[]): Cell[] {
  const cells = children.map((cell) => ({
    side: sideOf(cell),
    inlines: inlinesOf(cell.children[0]?.token.children ?? []),
  }))
  const excess = beyond(lines[token.map?.[0] ?? 0] ?? '', cells.length)
  cells.at(-1)?.inlines.push(...excess)
  // A row that ends early has no cells there; thousands of empty ones would only be drawn.
  while (cells.length > 1 && cells.at(-1)?.inlines.length === 0) cells.pop()
  return cells
}

/** What stands behind the last column, which the parser leaves out: agents forget to escape the `|` in code. */
function beyond(line: string, columns: number): Inline[] {
  const cells = line.replace(marks, '').split(/(?<!\\)\|/)
  const text = cells.slice(columns).join('|').trim().replace(/\|$/, '')
  return text.trim() === '' ? [] : [{ kind: 'text', text: ` | ${text.trim()}` }]
}

function sideOf({ token }: Node): Side {
  const [, side] = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? '')) ?? []
  return side === 'center' || side === 'right' ? side : 'left'
}
