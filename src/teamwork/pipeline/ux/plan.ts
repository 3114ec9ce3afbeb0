import type { UxBarrier, UxJourney } from '../../../contract/index.ts'
import type { Persona, UxFile } from './journeys.ts'

/** What the process with the browser is told, as a file. */
export interface UxPlan extends Pick<UxFile, 'url' | 'journeys'> {
  personas: readonly Persona[]
  /** Hosts besides this machine that pages may ask. */
  hosts: readonly string[]
  /** Where pictures go. */
  folder: string
  /** Where playwright-core and axe-core were found. */
  playwright: string
  axe: string
  browser: string | null
}

/** What it found, as a file. */
export interface UxFound {
  journeys: UxJourney[]
  barriers: UxBarrier[]
}
