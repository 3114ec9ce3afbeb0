import type { JSX } from 'react'

/** The config and the tokens. */
export function Settings(): JSX.Element {
  return <p>Settings</p>
}
