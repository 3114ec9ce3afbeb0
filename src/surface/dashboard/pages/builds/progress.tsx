import type { JSX } from 'react'
import { Bar } from '../../parts/bar.tsx'

/** How many tasks are done, as a bar and in words. */
export function Progress({ done, all }: { done: number; all: number }): JSX.Element {
  return <Bar share={all === 0 ? 0 : done / all} words={`${done} of ${all} done`} />
}
