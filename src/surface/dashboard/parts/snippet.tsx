import type { JSX } from 'react'

/** A piece of text in which what was looked for is marked, between \u0002 and \u0003. */
export function Snippet({ text }: { text: string }): JSX.Element {
  const parts = text.split('\u0002').flatMap((part, place) => {
    if (place === 0) return [{ words: part, isHit: false }]
    const [hit = '', rest = ''] = part.split('\u0003')
    return [
      { words: hit, isHit: true },
      { words: rest, isHit: false },
    ]
  })
  return (
    <>
      {parts.map(({ words, isHit }, place) =>
        // Parts of one text never change order.
        // oxlint-disable-next-line react/no-array-index-key
        isHit ? (
          <mark key={place} className="bg-needs-soft text-ink">
            {words}
          </mark>
        ) : (
          <span key={place}>{words}</span>
        ),
      )}
    </>
  )
}
