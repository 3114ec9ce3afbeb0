import type { JSX } from 'react'

/** Advice with what stands between backticks as code. */
export function Advice({ text }: { text: string }): JSX.Element {
  return (
    <>
      {text.split('`').map((part, place) =>
        place % 2 === 0 ? (
          part
        ) : (
          <code key={part} className="font-mono">
            {part}
          </code>
        ),
      )}
    </>
  )
}
