import type { CallOutput, LessonId, LessonStatus } from '../../contract/index.ts'
import type { LessonsContext } from './context.ts'
import { statusOf } from './standing.ts'
import { toLesson } from './views.ts'

/** Which lessons to list. */
export interface LessonFilter {
  /** Those of this project and those that are shared. */
  project?: string | undefined
  status?: LessonStatus | undefined
  after?: LessonId | undefined
  limit: number
}

/** Lessons, newest first, and how many there are of each status. */
export function listLessons(
  context: LessonsContext,
  { project, status, after, limit }: LessonFilter,
): CallOutput<'listLessons'> {
  const now = context.clock.now()
  const all = context.rows
    .all()
    .filter((row) => project === undefined || row.isShared === 1 || row.project === project)
    .map((row) => ({ row, status: statusOf(row, now) }))
  const counts: Partial<Record<LessonStatus, number>> = {}
  for (const one of all) counts[one.status] = (counts[one.status] ?? 0) + 1
  const wanted = all.filter(
    ({ row, ...one }) =>
      (status === undefined || one.status === status) && (after === undefined || row.id < after),
  )
  const slice = wanted.slice(0, limit)
  const next = wanted.length > slice.length ? (slice.at(-1)?.row.id ?? null) : null
  return { lessons: slice.map(({ row }) => toLesson(context, row)), next, counts }
}
