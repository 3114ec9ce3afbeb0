import { z } from 'zod'
import { UxBarrier, UxJourney } from '../../../contract/index.ts'
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

/** What it found, as a file; it writes it anew after each journey, and says so by a line. */
export const UxFound = z.object({ journeys: z.array(UxJourney), barriers: z.array(UxBarrier) })
export type UxFound = z.infer<typeof UxFound>
