import type { JSX } from 'react'
import { duration, type Took as Times } from '../../views/index.ts'

/** How long something took, in a column: the work, and below it what was waited. */
export function Took({ took }: { took: Times }): JSX.Element {
  return (
    <>
      {duration(took.workedMs)}
      {took.waitedMs >= 1000 && (
        <span className="block text-xs text-ink-3">waited {duration(took.waitedMs)}</span>
      )}
    </>
  )
}
