/** What is known of one lesson, as far as its worth goes. */
export interface LessonStanding {
  confidence: number
  occurrences: number
  /** Days since anything happened to it. */
  idleDays: number
}

/** What happens to a lesson. */
export type LessonStep =
  /** The same was learned again. */
  | { op: 'seen_again' }
  /** It was given to an agent, and what failed before went well at the first try. */
  | { op: 'prevented' }
  /** It was given to an agent, and the same failure came all the same. */
  | { op: 'failed_again' }
  | { op: 'idle_days'; days: number }

export interface LessonSettings {
  discovered: number
  seenTwice: number
  prevented: number
  lostByFailing: number
  lostByIdling: number
  idleDays: number
  least: number
  injectFrom: number
  reviewBelow: number
  /** From which share of common words two lessons say the same. */
  similarFrom: number
  /** How many a task is given. */
  maxGiven: number
  promote: { confidence: number; occurrences: number; projects: number; maxLines: number }
}

export const lessonDefaults: LessonSettings = {
  discovered: 0.7,
  seenTwice: 0.85,
  prevented: 0.95,
  lostByFailing: 0.15,
  lostByIdling: 0.05,
  idleDays: 30,
  least: 0.1,
  injectFrom: 0.6,
  reviewBelow: 0.3,
  similarFrom: 0.7,
  maxGiven: 5,
  promote: { confidence: 0.9, occurrences: 3, projects: 2, maxLines: 20 },
}

export function discoverLesson(confidence: number = lessonDefaults.discovered): LessonStanding {
  return { confidence: inBounds(confidence), occurrences: 1, idleDays: 0 }
}

/** What a lesson is worth after something happened to it. Praise never lowers it. */
export function stepLesson(
  lesson: LessonStanding,
  step: LessonStep,
  settings: LessonSettings = lessonDefaults,
): LessonStanding {
  const { confidence } = lesson
  switch (step.op) {
    case 'seen_again': {
      const occurrences = lesson.occurrences + 1
      return {
        confidence: occurrences >= 2 ? Math.max(confidence, settings.seenTwice) : confidence,
        occurrences,
        idleDays: 0,
      }
    }
    case 'prevented':
      return { ...lesson, confidence: Math.max(confidence, settings.prevented), idleDays: 0 }
    case 'failed_again':
      return { ...lesson, confidence: lowered(confidence, settings.lostByFailing, settings), idleDays: 0 }
    case 'idle_days': {
      const idleDays = lesson.idleDays + step.days
      const spans = Math.floor(idleDays / settings.idleDays) - Math.floor(lesson.idleDays / settings.idleDays)
      return {
        ...lesson,
        confidence: lowered(confidence, spans * settings.lostByIdling, settings),
        idleDays,
      }
    }
    default:
      return step satisfies never
  }
}

/** Somebody who may vouch for a lesson did: it is worth what it was worth at first, at least. */
export function confirmLesson(
  lesson: LessonStanding,
  settings: LessonSettings = lessonDefaults,
): LessonStanding {
  return { ...lesson, confidence: Math.max(lesson.confidence, settings.discovered), idleDays: 0 }
}

/** A similar lesson is recorded: a surer one supersedes the old and goes on counting, any other only counts. */
export function recordSimilar(
  old: LessonStanding,
  confidence: number,
  settings: LessonSettings = lessonDefaults,
): { supersedes: boolean; standing: LessonStanding } {
  const supersedes = confidence > old.confidence
  const base = supersedes ? { ...old, confidence: inBounds(confidence) } : old
  return { supersedes, standing: stepLesson(base, { op: 'seen_again' }, settings) }
}

/** How much two sets of words have in common, from 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  let common = 0
  for (const word of few) if (many.has(word)) common += 1
  const all = one.size + other.size - common
  return all === 0 ? 1 : common / all
}

/** Sure and frequent enough to be proposed for CLAUDE.md; whether it holds for every project is another question. */
export function isPromotable(lesson: LessonStanding, { promote }: LessonSettings = lessonDefaults): boolean {
  return lesson.confidence >= promote.confidence && lesson.occurrences >= promote.occurrences
}

/** A lesson of little worth is listed for review; it stays in force for whoever looks it up. */
export function lessonStatus(
  { confidence }: LessonStanding,
  settings: LessonSettings = lessonDefaults,
): 'active' | 'review' {
  return confidence < settings.reviewBelow ? 'review' : 'active'
}

function lowered(confidence: number, by: number, { least }: LessonSettings): number {
  return Math.min(confidence, Math.max(least, inBounds(confidence - by)))
}

/** Within 0 and 1, without what floating-point sums leave over. */
function inBounds(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 1e6) / 1e6
}
