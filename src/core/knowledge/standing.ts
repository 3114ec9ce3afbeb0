import type { LessonStatus } from '../../contract/index.ts'
import { lessonDefaults, lessonStatus, stepLesson, type LessonStanding } from '../rules/index.ts'
import type { LessonRow } from './rows.ts'

const day = 24 * 60 * 60 * 1000

/** What a lesson is worth at a date. Wall time: it is held against dates of months ago; one set back takes nothing. */
export function standingOf(row: LessonRow, now: number): LessonStanding {
  const { confidence, occurrences, touchedAt } = row
  const days = Math.max(0, Math.floor((now - touchedAt) / day))
  return stepLesson({ confidence, occurrences, idleDays: 0 }, { op: 'idle_days', days })
}

/** Where a lesson is. */
export function statusOf(row: LessonRow, now: number): LessonStatus {
  if (row.supersededBy !== null) return 'superseded'
  if (row.endedAt !== null) return row.confirmedAt === null ? 'rejected' : 'retired'
  if (row.confirmedAt === null) return 'unconfirmed'
  return lessonStatus(standingOf(row, now))
}

/** Whether agents may be given it. */
export function isGiven(row: LessonRow, now: number): boolean {
  const isLiving = row.supersededBy === null && row.endedAt === null
  return isLiving && row.confirmedAt !== null && standingOf(row, now).confidence >= lessonDefaults.injectFrom
}

/** A lesson as it is after something happened to it now. */
export function touched(row: LessonRow, { confidence, occurrences }: LessonStanding, now: number): LessonRow {
  return { ...row, confidence, occurrences, touchedAt: now, changedAt: now }
}
