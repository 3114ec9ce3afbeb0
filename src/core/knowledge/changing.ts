import { IrisError, type LessonId, type LessonNote } from '../../contract/index.ts'
import { confirmLesson, stepLesson } from '../rules/index.ts'
import type { Append } from '../store/index.ts'
import { change, findLesson, type LessonsContext } from './context.ts'
import type { LessonRow } from './rows.ts'
import { standingOf, statusOf, touched } from './standing.ts'

/** Who does something to which lesson. */
export interface Act {
  lesson: LessonId
  by: string
}

/** Somebody who may says that it is so: a person, or a check that passed with it. */
export function confirm(context: LessonsContext, act: Act, as: 'person' | 'check'): void {
  changed(context, act, (row, append) => {
    const now = context.clock.now()
    if (!isLiving(row)) throw refused(row, `is ${statusOf(row, now)}; restore it first`)
    const confirmed = { confirmedAt: now, confirmedBy: act.by, confirmedAs: as }
    append({ type: 'lesson.confirmed', data: { ...act, as } })
    return touched({ ...row, ...confirmed }, confirmLesson(standingOf(row, now)), now)
  })
}

const counts = {
  seen_again: {},
  prevented: { prevented: 1 },
  failed_again: { failedAgain: 1 },
} as const satisfies Record<LessonNote, Partial<Record<'prevented' | 'failedAgain', number>>>

/** Something happened that changes what it is worth. */
export function note(context: LessonsContext, act: Act, what: LessonNote): void {
  changed(context, act, (row, append) => {
    const now = context.clock.now()
    if (!isLiving(row)) throw refused(row, `is ${statusOf(row, now)}`)
    const { prevented = 0, failedAgain = 0 }: { prevented?: number; failedAgain?: number } = counts[what]
    const standing = stepLesson(standingOf(row, now), { op: what })
    const { confidence, occurrences } = standing
    append({ type: 'lesson.noted', data: { ...act, what, confidence, occurrences } })
    const counted = {
      ...row,
      prevented: row.prevented + prevented,
      failedAgain: row.failedAgain + failedAgain,
    }
    return touched(counted, standing, now)
  })
}

/** Takes a lesson out of use: one that nobody confirmed is rejected, any other retired. */
export function end(
  context: LessonsContext,
  act: Act,
  { how, reason }: { how: 'rejected' | 'retired'; reason?: string | undefined },
): void {
  changed(context, act, (row, append) => {
    const now = context.clock.now()
    if (!isLiving(row)) throw refused(row, `is ${statusOf(row, now)} already`)
    const isConfirmed = row.confirmedAt !== null
    if (how === 'rejected' && isConfirmed) throw refused(row, 'is confirmed; retire it instead')
    if (how === 'retired' && !isConfirmed) throw refused(row, 'is not confirmed; reject it instead')
    append({ type: 'lesson.ended', data: { ...act, how, ...(reason ? { reason } : {}) } })
    return { ...row, endedAt: now, endedBy: act.by, endedFor: reason ?? null, changedAt: now }
  })
}

/** Undoes an end, or what superseded it. */
export function restore(context: LessonsContext, act: Act): void {
  changed(context, act, (row, append) => {
    if (isLiving(row)) throw refused(row, 'is in use')
    refuseSimilar(context, row)
    append({ type: 'lesson.restored', data: act })
    const ended = { endedAt: null, endedBy: null, endedFor: null, supersededBy: null }
    return { ...row, ...ended, changedAt: context.clock.now() }
  })
}

/** Shares a lesson with all projects, or keeps it to its own. */
export function share(context: LessonsContext, act: Act, isShared: boolean): void {
  changed(context, act, (row, append) => {
    if (!isLiving(row) || row.confirmedAt === null) throw refused(row, 'is not confirmed')
    if ((row.isShared === 1) === isShared) return row
    const shared = { ...row, isShared: Number(isShared), changedAt: context.clock.now() }
    refuseSimilar(context, shared)
    append({ type: 'lesson.shared', data: { ...act, isShared } })
    return shared
  })
}

function changed(
  context: LessonsContext,
  { lesson }: Act,
  how: (row: LessonRow, append: Append) => LessonRow,
): void {
  change(context, (append) => context.rows.update(how(findLesson(context, lesson), append)))
}

function isLiving({ endedAt, supersededBy }: LessonRow): boolean {
  return endedAt === null && supersededBy === null
}

function refuseSimilar({ shelf }: LessonsContext, row: LessonRow): void {
  const similar = shelf.similarTo(row)
  if (similar && similar.id !== row.id) throw refused(row, `says the same as ${similar.id}, which is in use`)
}

function refused({ id }: LessonRow, why: string): IrisError {
  return new IrisError('LESSON_REFUSED', `${id} ${why}.`)
}
