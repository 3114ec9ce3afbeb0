import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainLessons } from './plain.ts'
import { LessonId } from './schemas.ts'

export { Lesson, LessonId, LessonKind, LessonNote, LessonStatus } from './schemas.ts'

/** Gotchas and patterns, and what they are worth. */
export const lessonsNoun = defineNoun(plainLessons, { ids: [LessonId], events, operations })
