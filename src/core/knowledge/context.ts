import { IrisError, type LessonId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Append, EventLog } from '../store/index.ts'
import type { PromotionRows } from './promotion-rows.ts'
import type { LessonRow, LessonRows } from './rows.ts'
import type { Shelf } from './shelf.ts'

/** What the functions of this folder work with. */
export interface LessonsContext {
  log: Pick<EventLog, 'write'>
  clock: Clock
  rows: LessonRows
  promotions: PromotionRows
  shelf: Shelf
}

export function findLesson({ rows }: Pick<LessonsContext, 'rows'>, id: LessonId): LessonRow {
  const row = rows.get(id)
  if (!row) throw new IrisError('LESSON_UNKNOWN', `There is no lesson ${id}.`)
  return row
}

/** Changes lessons in one transaction. */
export function change<T>({ log, shelf }: LessonsContext, work: (append: Append) => T): T {
  try {
    return log.write(work)
  } finally {
    shelf.forget()
  }
}
