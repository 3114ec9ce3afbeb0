import type { Lesson } from '../../contract/index.ts'
import { isPromotable, lessonDefaults } from '../rules/index.ts'
import type { LessonsContext } from './context.ts'
import type { LessonRow } from './rows.ts'
import { standingOf, statusOf } from './standing.ts'

/** A lesson as its readers see it. */
export function toLesson(context: LessonsContext, row: LessonRow): Lesson {
  const now = context.clock.now()
  const { confidence, occurrences } = standingOf(row, now)
  const { kind, text, glob, action, topic, evidence, prevented, failedAgain, createdAt, changedAt } = row
  return {
    lesson: row.id,
    kind,
    project: row.isShared === 1 ? null : row.project,
    text,
    glob,
    action,
    topic,
    evidence,
    status: statusOf(row, now),
    confidence,
    occurrences,
    prevented,
    failedAgain,
    author: { name: row.author, kind: row.authorKind },
    confirmed: confirmationOf(row),
    ended: row.endedAt === null ? null : { by: row.endedBy ?? '', reason: row.endedFor, at: row.endedAt },
    supersededBy: row.supersededBy,
    missing: missingFor(context, row),
    promotedTo: context.promotions
      .of(row.id)
      .filter(({ state }) => state === 'written')
      .map(({ team }) => team),
    createdAt,
    changedAt,
  }
}

function confirmationOf({ confirmedAt, confirmedBy, confirmedAs }: LessonRow): Lesson['confirmed'] {
  if (confirmedAt === null || confirmedBy === null || confirmedAs === null) return null
  return { by: confirmedBy, as: confirmedAs, at: confirmedAt }
}

/** What a lesson lacks to go into CLAUDE.md, in words. */
export function missingFor({ clock, shelf }: LessonsContext, row: LessonRow): string[] {
  const { confidence, occurrences, projects } = lessonDefaults.promote
  const now = clock.now()
  const standing = standingOf(row, now)
  const status = statusOf(row, now)
  if (status !== 'active') return [`it is ${status}`]
  const missing: string[] = []
  if (standing.confidence < confidence) missing.push(`it is worth ${standing.confidence} of ${confidence}`)
  if (standing.occurrences < occurrences)
    missing.push(`it was seen ${times(standing.occurrences)} of ${occurrences}`)
  if (!isPromotable(standing)) return missing
  const known = row.isShared === 1 ? projects : new Set(shelf.like(row).map(({ project }) => project)).size
  return known < projects ? ['it is known in one project only, and not shared'] : []
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)
