import type { CallOutput, Lesson, LessonId, LessonNote, Task, TaskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import { confirm, end, note, restore, share, type Act } from './changing.ts'
import { findLesson, type LessonsContext } from './context.ts'
import { listLessons, type LessonFilter } from './listing.ts'
import { createMatcher, subjectOf, type Primed, type Subject } from './matching.ts'
import { createPromoting, type Promoting, type PromotingDeps } from './promoting.ts'
import { createPromotionRows } from './promotion-rows.ts'
import { record, type NewLesson, type Recorded } from './recording.ts'
import { createLessonRows } from './rows.ts'
import { createShelf } from './shelf.ts'
import { noteTried, type Tried } from './trying.ts'
import { toLesson } from './views.ts'

/** Lessons: what was learned, what it is worth, and which tasks get it. */
export interface Lessons {
  record(wanted: NewLesson): Omit<Recorded, 'lesson'> & { lesson: Lesson }
  get(lesson: LessonId): Lesson
  list(filter: LessonFilter): CallOutput<'listLessons'>
  /** The lessons for some files, at most five. */
  find(subject: Subject): Lesson[]
  /** The same for many tasks at once. */
  primeTasks(tasks: readonly (Primed & Pick<Task, 'task'>)[]): ReadonlyMap<TaskId, Lesson[]>
  confirm(act: Act, as: 'person' | 'check'): Lesson
  note(act: Act, what: LessonNote): Lesson
  /** Notes what the lessons did that the agent of a try was given. */
  tried(tried: Tried): void
  end(act: Act, how: Parameters<typeof end>[2]): Lesson
  restore(act: Act): Lesson
  share(act: Act, isShared: boolean): Lesson
  promoting: Promoting
}

export function createLessons(
  deps: { sql: Sql; log: EventLog; clock: Clock } & Omit<PromotingDeps, 'context'>,
): Lessons {
  const { sql, log, clock } = deps
  const rows = createLessonRows(sql)
  const shelf = createShelf(rows)
  const context: LessonsContext = { log, clock, rows, shelf, promotions: createPromotionRows(sql) }
  const get = (lesson: LessonId): Lesson => toLesson(context, findLesson(context, lesson))
  const after = (act: Act, _done: void): Lesson => get(act.lesson)
  return {
    record(wanted) {
      const { how, lesson } = record(context, wanted)
      return { how, lesson: get(lesson) }
    },
    get,
    list: (filter) => listLessons(context, filter),
    find(subject) {
      return createMatcher(shelf, clock.now())
        .lessonsFor(subject)
        .map((row) => toLesson(context, row))
    },
    primeTasks(tasks) {
      const matcher = createMatcher(shelf, clock.now())
      const seen = new Map<LessonId, Lesson>()
      return new Map(tasks.map((task) => [task.task, matcher.lessonsFor(subjectOf(task)).map(viewOnce)]))

      function viewOnce(row: Parameters<typeof toLesson>[1]): Lesson {
        const known = seen.get(row.id) ?? toLesson(context, row)
        seen.set(row.id, known)
        return known
      }
    },
    confirm: (act, as) => after(act, confirm(context, act, as)),
    note: (act, what) => after(act, note(context, act, what)),
    tried: (tried) => noteTried(context, tried),
    end: (act, how) => after(act, end(context, act, how)),
    restore: (act) => after(act, restore(context, act)),
    share: (act, isShared) => after(act, share(context, act, isShared)),
    promoting: createPromoting({ ...deps, context }),
  }
}
