import type { JSX } from 'react'
import type { Dropping } from './dropping.ts'

/** What came of dropping a turn; nothing before. */
export function Dropped({ dropping: { said, fault, place } }: { dropping: Dropping }): JSX.Element {
  return (
    <p
      ref={place}
      role={fault ? 'alert' : 'status'}
      tabIndex={-1}
      className={`text-sm outline-none ${fault ? 'text-bad' : 'text-ink-2'}`}
    >
      {fault ?? said}
    </p>
  )
}
