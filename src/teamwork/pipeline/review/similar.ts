import type { Review } from '../../../contract/index.ts'
import type { ReviewContext } from './context.ts'
import type { ReviewRow } from './rows.ts'

/** Among so many reviews before it, and at most so many of them. */
const among = 200
const most = 5
const leastAlike = 0.2

/** Reviews of the project before this one that had the same kinds of files and failures, by the share of what they share. */
export function similarTo({ rows }: Pick<ReviewContext, 'rows'>, row: ReviewRow): Review['similar'] {
  const own = rows.marksOf(row.build).length
  return rows
    .like(row, among)
    .map(({ marks, ...one }) => ({ ...one, likeness: share(one.shared.length, own + marks) }))
    .filter(({ likeness }) => likeness >= leastAlike)
    .toSorted((a, b) => b.likeness - a.likeness || b.endedAt - a.endedAt)
    .slice(0, most)
}

/** Of what either has, how much both have. */
function share(both: number, together: number): number {
  return Math.round((both / (together - both)) * 100) / 100
}
