import { memo, type JSX } from 'react'
import type { Block, Cell, ListItem } from '../markdown/blocks.ts'
import { createReadings } from '../markdown/readings.ts'
import { Code } from './code.tsx'
import { Inlines } from './inlines.tsx'

const readings = createReadings(500_000)

/** What an agent wrote, as text: nothing of it is ever taken for HTML. */
export const Markdown = memo(function Markdown({ text }: { text: string }): JSX.Element {
  return (
    <div className="flex max-w-[46rem] min-w-0 flex-col gap-2 wrap-anywhere">
      <Blocks blocks={readings.read(text).blocks} />
    </div>
  )
})

function Blocks({ blocks }: { blocks: readonly Block[] }): JSX.Element {
  return (
    <>
      {blocks.map((block, place) => (
        // Blocks of one text never change order.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockOf key={place} block={block} />
      ))}
    </>
  )
}

/** One block; while a text is being written, those before its last stay as they are. */
const BlockOf = memo(function BlockOf({ block }: { block: Block }): JSX.Element {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="whitespace-pre-wrap">
          <Inlines inlines={block.inlines} />
        </p>
      )
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-line-2 pl-3 text-ink-2">
          <Blocks blocks={block.blocks} />
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
      return <ListOf items={block.items} />
    case 'table':
      return <TableOf head={block.head} rows={block.rows} />
    case 'rule':
    default:
      return <hr className="border-line" />
  }
})

function ListOf({ items }: { items: readonly ListItem[] }): JSX.Element {
  const List = items[0]?.number === undefined ? 'ul' : 'ol'
  return (
    <List className="flex flex-col gap-0.5">
      {items.map((item, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className="flex gap-2">
          <Marker item={item} />
          <div className="flex min-w-0 flex-col gap-1">
            <Blocks blocks={item.blocks} />
          </div>
        </li>
      ))}
    </List>
  )
}

function Marker({ item: { number, isDone } }: { item: ListItem }): JSX.Element {
  if (isDone !== undefined)
    return (
      <span role="img" aria-label={isDone ? 'done' : 'to do'} className="shrink-0 text-ink-3">
        {isDone ? '☑' : '☐'}
      </span>
    )
  return <span className="shrink-0 text-ink-3">{number === undefined ? '–' : `${number}.`}</span>
}

const sides = { left: 'text-left', center: 'text-center', right: 'text-right' }

function TableOf({ head, rows }: { head: readonly Cell[]; rows: readonly Cell[][] }): JSX.Element {
  return (
    // Who moves by keys can scroll it too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overflow-x-auto wrap-normal" tabIndex={0} role="group" aria-label="table">
      <table className="text-sm">
        <thead>
          <tr className="border-b border-line-2">
            {head.map(({ side, inlines }, column) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={column} scope="col" className={`py-1 pr-4 align-top font-semibold ${sides[side]}`}>
                <Inlines inlines={inlines} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, place) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={place} className="border-b border-line">
              {cells.map(({ side, inlines }, column) => (
                // oxlint-disable-next-line react/no-array-index-key
                <td key={column} className={`py-1 pr-4 align-top ${sides[side]}`}>
                  <Inlines inlines={inlines} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
