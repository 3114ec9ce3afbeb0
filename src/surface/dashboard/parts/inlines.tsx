import { createContext, useContext, type JSX, type ReactNode } from 'react'
import type { Inline } from '../markdown/blocks.ts'

/** What a link that is no address leads to, where a page knows that; it says nothing of those it does not know. */
export const Places = createContext<(target: string, words: ReactNode) => JSX.Element | undefined>(
  () => undefined,
)

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
      return <Place target={piece.target} inlines={piece.inlines} />
    case 'text':
    default:
      return <>{piece.text}</>
  }
}

function Place({ target, inlines }: { target: string; inlines: readonly Inline[] }): JSX.Element {
  const words = <Inlines inlines={inlines} />
  const known = useContext(Places)(target, words)
  if (known) return known
  return (
    <span title={target} className="underline decoration-line-2 decoration-dotted underline-offset-2">
      {words}
    </span>
  )
}
