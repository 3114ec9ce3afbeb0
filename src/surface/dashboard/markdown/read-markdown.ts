import { harmless } from '../../../platform/lib/plain.ts'
import type { Block, ListItem } from './blocks.ts'
import { inlinesOf } from './inlines.ts'
import { nest, type Node } from './nesting.ts'
import { isTooDeep, parse } from './parser.ts'
import { tableOf } from './tables.ts'

/** A text that was read. */
export interface Reading {
  text: string
  blocks: Block[]
  /** More text at the end changes none of the first `settled` blocks; the others begin at `open`. */
  settled: number
  open: number
}

/** What an agent wrote, as blocks. A text that goes on where another ended is read from where that one can change. */
export function readMarkdown(source: string, before?: Reading): Reading {
  const text = harmless(source.replaceAll('\r\n', '\n'))
  const known = before && text.startsWith(before.text) ? before : undefined
  const kept = known?.blocks.slice(0, known.settled) ?? []
  const from = known?.open ?? 0
  const { blocks, settled, open } = readBlocks(text.slice(from))
  return { text, blocks: [...kept, ...blocks], settled: kept.length + settled, open: from + open }
}

function readBlocks(text: string): Omit<Reading, 'text'> {
  const tokens = parse(text)
  if (isTooDeep(tokens))
    return { blocks: [{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }], settled: 0, open: 0 }
  const nodes = nest(tokens)
  const lines = text.split('\n')
  return { blocks: nodes.map((node) => blockOf(node, lines)), ...openIn(nodes, lines) }
}

/** The last block may go on, and what begins on an unfinished line may still become part of the one before. */
function openIn(nodes: readonly Node[], lines: readonly string[]): Pick<Reading, 'settled' | 'open'> {
  const lineOf = (node: Node | undefined): number => node?.token.map?.[0] ?? 0
  const settled = Math.max(
    0,
    nodes.findLastIndex((node) => lineOf(node) < lines.length - 1),
  )
  const before = lines.slice(0, lineOf(nodes[settled]))
  return { settled, open: before.reduce((sum, { length }) => sum + length + 1, 0) }
}

function blockOf(node: Node, lines: readonly string[]): Block {
  const { token, children } = node
  switch (token.type) {
    case 'heading_open':
      return { kind: 'heading', level: Number(token.tag.slice(1)), inlines: wordsIn(node) }
    case 'blockquote_open':
      return { kind: 'quote', blocks: children.map((child) => blockOf(child, lines)) }
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'list', items: itemsOf(children, lines) }
    case 'table_open':
      return tableOf(node, lines)
    case 'fence':
    case 'code_block':
      return {
        kind: 'code',
        language: /^\S*/.exec(token.info)?.[0] ?? '',
        text: token.content.replace(/\n$/, ''),
      }
    case 'hr':
      return { kind: 'rule' }
    default:
      return { kind: 'paragraph', inlines: wordsIn(node) }
  }
}

function wordsIn({ children }: Node): ReturnType<typeof inlinesOf> {
  return inlinesOf(children[0]?.token.children ?? [])
}

/** An ordered list counts from its first number on, whatever the others say. */
function itemsOf(nodes: readonly Node[], lines: readonly string[]): ListItem[] {
  const first = nodes[0]?.token.info ?? ''
  return nodes.map(({ children }, place) => {
    const blocks = children.map((child) => blockOf(child, lines))
    return { ...(first !== '' && { number: Number(first) + place }), ...takeTask(blocks), blocks }
  })
}

/** Takes the box of a task off the words of an item. */
function takeTask([first]: Block[]): { isDone?: boolean } {
  const words = first?.kind === 'paragraph' ? first.inlines[0] : undefined
  const [mark, state] = (words?.kind === 'text' && /^\[([ xX])\]\s+/.exec(words.text)) || []
  if (words?.kind !== 'text' || mark === undefined) return {}
  words.text = words.text.slice(mark.length)
  return { isDone: state !== ' ' }
}
