import { memo, type JSX } from 'react'
import { readMarkdown, type Block, type Inline } from '../../views/index.ts'
import { Code } from './code.tsx'

/** What an agent wrote, as text: nothing of it is ever taken for HTML. */
export const Markdown = memo(function Markdown({ text }: { text: string }): JSX.Element {
  return (
    <div className="flex max-w-[46rem] flex-col gap-2">
      {readMarkdown(text).map((block, place) => (
        // Blocks of one text never change order.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockOf key={place} block={block} />
      ))}
    </div>
  )
})

function BlockOf({ block }: { block: Block }): JSX.Element {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="whitespace-pre-wrap">
          <Inlines inlines={block.inlines} />
        </p>
      )
    case 'quote':
      return (
        <blockquote className="border-l-2 border-line-2 pl-3 whitespace-pre-wrap text-ink-2">
          <Inlines inlines={block.inlines} />
        </blockquote>
      )
    case 'heading':
      return (
        <p role="heading" aria-level={4} className={`font-semibold ${block.level < 3 ? 'text-lg' : ''}`}>
          <Inlines inlines={block.inlines} />
        </p>
      )
    case 'code':
      return <Code text={block.text} language={block.language} />
    case 'list':
      return <ListOf block={block} />
    case 'table':
      return <TableOf rows={block.rows} />
    case 'rule':
    default:
      return <hr className="border-line" />
  }
}

function ListOf({ block }: { block: Extract<Block, { kind: 'list' }> }): JSX.Element {
  return (
    <ul className="flex flex-col gap-0.5">
      {block.items.map((item, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className="flex gap-2" style={{ paddingLeft: item.depth * 16 }}>
          <span className="shrink-0 text-ink-3">{/^\d/.test(item.marker) ? item.marker : '–'}</span>
          <span className="min-w-0">
            <Inlines inlines={item.inlines} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function TableOf({ rows }: { rows: Inline[][][] }): JSX.Element {
  return (
    <div className="overflow-x-auto">
      <table className="text-sm">
        <tbody>
          {rows.map((row, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr
              key={place}
              className={place === 0 ? 'border-b border-line-2 font-semibold' : 'border-b border-line'}
            >
              {row.map((cell, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column} className="py-1 pr-4 align-top">
                  <Inlines inlines={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Inlines({ inlines }: { inlines: Inline[] }): JSX.Element {
  return (
    <>
      {inlines.map((piece, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={place} piece={piece} />
      ))}
    </>
  )
}

function Piece({ piece }: { piece: Inline }): JSX.Element {
  switch (piece.kind) {
    case 'code':
      return <code className="rounded-sm bg-sunk px-1 font-mono">{piece.text}</code>
    case 'strong':
      return <strong className="font-semibold">{piece.text}</strong>
    case 'emphasis':
      return <em>{piece.text}</em>
    case 'link':
      return (
        <a href={piece.href} target="_blank" rel="noreferrer noopener" title={piece.href} className="link">
          {piece.text}
        </a>
      )
    case 'text':
    default:
      return <>{piece.text}</>
  }
}
