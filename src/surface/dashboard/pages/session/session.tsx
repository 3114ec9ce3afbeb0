import type { JSX } from 'react'

/** One session: what was said and done, as it happens. */
export function SessionPage(): JSX.Element {
  return <p>Session</p>
}
