import {
  IrisError,
  newId,
  type Caller,
  type EventData,
  type Lesson,
  type LessonId,
  type LessonKind,
} from '../../contract/index.ts'
import { discoverLesson, recordSimilar, stepLesson, type LessonStanding } from '../rules/index.ts'
import type { Append } from '../store/index.ts'
import { change, type LessonsContext } from './context.ts'
import { readGlob } from './glob.ts'
import type { LessonRow } from './rows.ts'
import { standingOf, touched } from './standing.ts'

const maxUnconfirmed = 200
const maxLiving = 5000

/** What somebody learned, and who says so. */
export interface NewLesson {
  project: string
  kind: LessonKind
  text: string
  glob?: string | undefined
  action?: NonNullable<Lesson['action']> | undefined
  topic?: string | undefined
  evidence?: string | undefined
  /** The class of the failure it came from, when Iris saw one. */
  failure?: string | undefined
  /** How sure a person is. */
  confidence?: number | undefined
  /** Whether a person vouches for it. */
  isConfirmed: boolean
  by: Pick<Caller, 'name' | 'kind' | 'session' | 'task'>
  /** What it is seen in, besides a session or a task of who says it; each counts once. */
  seenIn?: readonly string[]
}

/** What became of it: a new lesson, a new one in the place of another, or one more sighting of a known one. */
export interface Recorded {
  how: 'recorded' | 'superseded' | 'counted'
  lesson: LessonId
}

/** Records a lesson, or counts the one that says the same. */
export function record(context: LessonsContext, wanted: NewLesson): Recorded {
  if (wanted.glob !== undefined) readGlob(wanted.glob)
  return change(context, (append) => {
    const fresh = rowOf(wanted, context.clock.now())
    const similar = context.shelf.similarTo(fresh)
    if (!similar) return addNew(context, { fresh, wanted, append })
    return meet(context, similar, { fresh, wanted, append })
  })
}

interface Recording {
  fresh: LessonRow
  wanted: NewLesson
  append: Append
}

function addNew(context: LessonsContext, { fresh, wanted, append }: Recording): Recorded {
  refuseTooMany(context, fresh)
  context.rows.insert(fresh)
  sight(context, fresh.id, wanted)
  append({ type: 'lesson.recorded', data: recordedData(fresh, wanted) })
  return { how: 'recorded', lesson: fresh.id }
}

/** A living lesson says the same. */
function meet(context: LessonsContext, similar: LessonRow, recording: Recording): Recorded {
  const { fresh, wanted, append } = recording
  const now = context.clock.now()
  if (sourcesOf(wanted).some((source) => context.rows.hasSighted(similar.id, source)))
    return { how: 'counted', lesson: similar.id }
  const { supersedes, standing } = ruled(similar, fresh, now)
  if (supersedes)
    return supersede(context, similar, { ...recording, fresh: carried(fresh, similar, standing) })
  context.rows.update(touched(similar, standing, now))
  sight(context, similar.id, wanted)
  const { confidence, occurrences } = standing
  const data = {
    lesson: similar.id,
    by: wanted.by.name,
    what: 'seen_again' as const,
    confidence,
    occurrences,
  }
  append({ type: 'lesson.noted', data })
  return { how: 'counted', lesson: similar.id }
}

/** Words that somebody vouches for go before those that nobody does; of equals the surer ones. */
function ruled(old: LessonRow, fresh: LessonRow, now: number): ReturnType<typeof recordSimilar> {
  const before = standingOf(old, now)
  const byRule = recordSimilar(before, fresh.confidence)
  const isVouched = fresh.confirmedAt !== null
  if (isVouched === (old.confirmedAt !== null)) return byRule
  const standing =
    byRule.supersedes && !isVouched ? stepLesson(before, { op: 'seen_again' }) : byRule.standing
  return { supersedes: isVouched, standing }
}

function carried(fresh: LessonRow, old: LessonRow, { confidence, occurrences }: LessonStanding): LessonRow {
  const { prevented, failedAgain } = old
  const failure = fresh.failure ?? old.failure
  // What a shared lesson is followed by is shared too: nobody loses it.
  return { ...fresh, confidence, occurrences, prevented, failedAgain, failure, isShared: old.isShared }
}

function supersede(context: LessonsContext, old: LessonRow, { fresh, wanted, append }: Recording): Recorded {
  const { rows, clock } = context
  const by = wanted.by.name
  rows.insert(fresh)
  rows.passOn(old.id, fresh.id)
  rows.update({ ...old, supersededBy: fresh.id, changedAt: clock.now() })
  sight(context, fresh.id, wanted)
  append({ type: 'lesson.recorded', data: recordedData(fresh, wanted) })
  append({ type: 'lesson.superseded', data: { lesson: old.id, by, supersededBy: fresh.id } })
  return { how: 'superseded', lesson: fresh.id }
}

/** The session or the task that it was seen in; a person counts each time. */
function sourcesOf({ by: { session, task }, seenIn = [] }: NewLesson): string[] {
  const own = session ?? task
  return [...(own === undefined ? [] : [own]), ...seenIn]
}

function sight({ rows }: LessonsContext, lesson: LessonId, wanted: NewLesson): void {
  for (const source of sourcesOf(wanted)) rows.sight(lesson, source)
}

function refuseTooMany({ shelf }: LessonsContext, { project, confirmedAt }: LessonRow): void {
  const living = shelf.living()
  if (living.length >= maxLiving) throw limit(`There are ${maxLiving} lessons already.`)
  const waiting = living.filter(({ row }) => row.confirmedAt === null && row.project === project)
  if (confirmedAt === null && waiting.length >= maxUnconfirmed)
    throw limit(`${maxUnconfirmed} lessons of ${project} wait for somebody to confirm them.`)
}

const limit = (why: string): IrisError => new IrisError('LESSON_LIMIT', why)

function rowOf(wanted: NewLesson, now: number): LessonRow {
  const { project, kind, text, by, isConfirmed } = wanted
  const { confidence, occurrences } = discoverLesson(by.kind === 'human' ? wanted.confidence : undefined)
  return {
    id: newId('lsn', now),
    kind,
    project,
    isShared: 0,
    text,
    glob: wanted.glob ?? null,
    action: wanted.action ?? null,
    topic: wanted.topic ?? null,
    evidence: wanted.evidence ?? '',
    failure: wanted.failure ?? null,
    confidence,
    occurrences,
    prevented: 0,
    failedAgain: 0,
    touchedAt: now,
    author: by.name,
    authorKind: by.kind,
    confirmedAt: isConfirmed ? now : null,
    confirmedBy: isConfirmed ? by.name : null,
    confirmedAs: isConfirmed ? 'person' : null,
    endedAt: null,
    endedBy: null,
    endedFor: null,
    supersededBy: null,
    createdAt: now,
    changedAt: now,
  }
}

function recordedData(row: LessonRow, { by }: NewLesson): EventData<'lesson.recorded'> {
  const { id, kind, project, isShared, text, confirmedAt } = row
  return {
    lesson: id,
    by: by.name,
    kind,
    project: isShared === 1 ? null : project,
    text,
    isConfirmed: confirmedAt !== null,
  }
}
