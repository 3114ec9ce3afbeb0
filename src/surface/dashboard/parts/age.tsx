import type { JSX } from 'react'
import { age } from '../../views/index.ts'
import { useNow } from '../data/context.ts'

/** How long ago something was, with the exact time on hover. */
export function Age({ at }: { at: number }): JSX.Element {
  const now = useNow(5000)
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      {age(at, now)}
    </time>
  )
}
