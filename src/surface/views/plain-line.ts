import { readMarkdown, type Block, type Inline } from './markdown.ts'
import { oneLine } from './words.ts'

const mostRead = 2000
/** An opening mark whose end was cut off with the rest of the text. */
const unclosed = /(?<=^|[\s([“"])(?:\*\*|`)(?=\S)/g

/** What an agent writes in Markdown, as words without its marks, on one line of at most `most` characters. */
export function plainLine(source: string, most: number): string {
  return oneLine(plainWords(source.slice(0, mostRead)), most)
}

function plainWords(source: string): string {
  return readMarkdown(source)
    .map(blockWords)
    .filter((words) => words !== '')
    .join(' ')
}

function blockWords(block: Block): string {
  switch (block.kind) {
    case 'code':
      return block.text
    case 'rule':
      return ''
    case 'list':
      return block.items
        .map(({ marker, inlines }) => (/^\d/.test(marker) ? `${marker} ` : '') + words(inlines))
        .join(block.isOrdered ? ' ' : ' · ')
    case 'table':
      return block.rows.map((row) => row.map(words).join(' · ')).join(' · ')
    case 'heading':
    case 'paragraph':
    case 'quote':
    default:
      return words(block.inlines)
  }
}

function words(inlines: readonly Inline[]): string {
  return inlines.map(pieceWords).join('')
}

/** Emphasis may hold further marks. */
function pieceWords({ kind, text }: Inline): string {
  if (kind === 'strong' || kind === 'emphasis') return plainWords(text)
  return kind === 'text' ? text.replaceAll(unclosed, '') : text
}
