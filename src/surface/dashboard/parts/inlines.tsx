import type { JSX } from 'react'
import type { Inline } from '../markdown/blocks.ts'

/** The pieces of a line. */
export function Inlines({ inlines }: { inlines: readonly Inline[] }): JSX.Element {
  return (
    <>
      {inlines.map((piece, place) => (
        // Pieces of one text never change order.
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
      return (
        <strong className="font-semibold">
          <Inlines inlines={piece.inlines} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={piece.inlines} />
        </em>
      )
    case 'struck':
      return (
        <del>
          <Inlines inlines={piece.inlines} />
        </del>
      )
    case 'link':
      return (
        <a href={piece.href} target="_blank" rel="noreferrer noopener" title={piece.href} className="link">
          <Inlines inlines={piece.inlines} />
        </a>
      )
    case 'place':
      return (
        <span
          title={piece.target}
          className="underline decoration-line-2 decoration-dotted underline-offset-2"
        >
          <Inlines inlines={piece.inlines} />
        </span>
      )
    case 'text':
    default:
      return <>{piece.text}</>
  }
}
