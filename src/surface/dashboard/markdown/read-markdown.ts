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
  /** Where the last block begins: more text at the end can change that one alone. */
  last: number
}

/** What an agent wrote, as blocks. A text that goes on where another ended is read from the last block of that one. */
export function readMarkdown(source: string, before?: Reading): Reading {
  const text = harmless(source.replaceAll('\r\n', '\n'))
  const known = before && text.startsWith(before.text) ? before : undefined
  const from = known?.last ?? 0
  const { blocks, last } = readBlocks(text.slice(from))
  return { text, blocks: [...(known?.blocks.slice(0, -1) ?? []), ...blocks], last: from + last }
}

function readBlocks(text: string): { blocks: Block[]; last: number } {
  const tokens = parse(text)
  if (isTooDeep(tokens))
    return { blocks: [{ kind: 'paragraph', inlines: [{ kind: 'text', text }] }], last: 0 }
  const nodes = nest(tokens)
  const lines = text.split('\n')
  const line = nodes.at(-1)?.token.map?.[0] ?? 0
  const last = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0)
  return { blocks: nodes.map((node) => blockOf(node, lines)), last }
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
