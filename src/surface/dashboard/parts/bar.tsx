import type { JSX } from 'react'

/** A figure with a bar as long as its share. */
export function Bar({ share, words }: { share: number; words: string }): JSX.Element {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-2 w-24 max-w-full bg-sunk">
        <span className="block h-full bg-accent" style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      <span>{words}</span>
    </span>
  )
}
