import type { AnyRoute } from '@tanstack/react-router'
import type { JSX } from 'react'
import type { PageGroup } from '../../views/index.ts'
import type { Reading } from '../data/reading.ts'

/** Keys of a page and what each does; `Mod` is the one that goes with others, as this keyboard calls it. */
export interface PageKeys {
  readonly on: string
  readonly keys: readonly (readonly [keys: string, does: string])[]
}

/** A page as it declares itself; `pages.ts` lists them all, and the rest derives from that list. */
export interface Page {
  /** Where the navigation leads to. */
  readonly path: string
  readonly label: string
  readonly group: PageGroup
  /** What leads to it after `g`. */
  readonly key: string
  /** What else keys do there, and on the pages below it. */
  readonly keys?: readonly PageKeys[]
  /** One of the four in the bar of a phone; the others are behind its menu. */
  readonly isNear?: true
  /** What stands beside its name, such as how much waits there. */
  readonly Count?: () => JSX.Element | null
  /** Its own address, and those of the pages below it. */
  readonly routes: readonly AnyRoute[]
  /** What they read; each reading says which events make it old. */
  readonly reads: readonly Reading[]
}
