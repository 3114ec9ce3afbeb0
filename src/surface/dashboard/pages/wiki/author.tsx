import type { JSX } from 'react'
import type { PageAuthor } from '../../../../contract/plain.ts'
import { Age } from '../../parts/age.tsx'

const kinds = { agent: ', an agent', delegate: ', for you', human: '', outside: ', outside Iris' } as const

/** Who wrote it, for which task, and when; inside a sentence, or by itself. */
export function Author(props: { author: PageAuthor; at: number | null; isInside?: boolean }): JSX.Element {
  const { author, at, isInside = false } = props
  return (
    <span>
      {author.kind === 'human' && isInside ? 'you' : author.name}
      {kinds[author.kind]}
      {author.task !== null && <> for {author.task}</>}
      {at !== null && at > 0 && (
        <>
          , <Age at={at} />
        </>
      )}
    </span>
  )
}
