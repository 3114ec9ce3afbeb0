import type { LessonId } from '../../contract/index.ts'
import { note } from './changing.ts'
import type { LessonsContext } from './context.ts'
import { createMatcher, subjectOf, type Primed } from './matching.ts'
import type { LessonRow } from './rows.ts'

/** What came of a try whose agent was given lessons. */
export interface Tried {
  given: readonly string[]
  /** At once: then these lessons may have kept a failure away. Or it failed, by its class. */
  came: { to: 'passed'; failedBefore: readonly Primed[] } | { to: 'failed'; failure: string }
}

/**
 * A lesson prevented a failure when its try passed at once and such tasks had failed before. It failed again when the
 * very kind of failure that it came from happened all the same.
 */
export function noteTried(context: LessonsContext, { given, came }: Tried): void {
  const rows = given.flatMap((id) => livingRow(context, id))
  const what = came.to === 'failed' ? 'failed_again' : 'prevented'
  const held = came.to === 'failed' ? new Set<LessonId>() : heldFor(context, came.failedBefore)
  const counts = ({ id, failure }: LessonRow): boolean =>
    came.to === 'failed' ? failure === came.failure : failure !== null || held.has(id)
  for (const { id } of rows.filter(counts)) note(context, { lesson: id, by: 'iris' }, what)
}

/** Somebody may have ended it since it was given. */
function livingRow({ rows }: LessonsContext, id: string): LessonRow[] {
  // Only ids of lessons are given.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const row = rows.get(id as LessonId)
  return row && row.endedAt === null && row.supersededBy === null ? [row] : []
}

function heldFor({ shelf, clock }: LessonsContext, tasks: readonly Primed[]): ReadonlySet<LessonId> {
  const matcher = createMatcher(shelf, clock.now())
  return new Set(tasks.flatMap((task) => matcher.lessonsFor(subjectOf(task)).map(({ id }) => id)))
}
