import type { JSX } from 'react'
import type { Tone } from '../../views/index.ts'
import { tones } from './tones.ts'

/** A state in its word and colour; the dot moves while somebody works. */
export function State({ tone, words }: { tone: Tone; words: string }): JSX.Element {
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${tones[tone]}`}>
      {tone === 'work' && (
        <span
          aria-hidden="true"
          className="at-work inline-block size-1.5 self-center rounded-full bg-accent"
        />
      )}
      {words}
    </span>
  )
}
