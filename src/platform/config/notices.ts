import { formatPath, valueAt } from './path.ts'
import { withoutEffect } from './sections/without-effect.ts'
import type { Source } from './source.ts'

/** A key of config.yaml that is accepted and changes nothing, and why. */
export interface Notice {
  line: number
  column: number
  path: string
  message: string
}

/** What the writer of the file should know although it is no mistake. */
export function noticesIn({ value, places }: Pick<Source, 'value' | 'places'>): Notice[] {
  return withoutEffect
    .filter(({ path }) => valueAt(value, path) !== undefined)
    .map(({ path, why }) => ({
      ...places.ofKey(path),
      path: formatPath(path),
      message: `${formatPath(path)} has no effect: ${why}`,
    }))
    .toSorted((a, b) => a.line - b.line)
}
