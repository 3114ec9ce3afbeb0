import { fieldsOf, textIn as text, type EventEnvelope, type Lesson } from '../../contract/plain.ts'
import { number } from './fields.ts'

/** What is to be done with lessons. */
export type LessonGroup = 'waiting' | 'used' | 'over'

const groups: Readonly<Record<Lesson['status'], LessonGroup>> = {
  unconfirmed: 'waiting',
  review: 'waiting',
  active: 'used',
  superseded: 'over',
  rejected: 'over',
  retired: 'over',
}

/** Lessons by what is to be done with them. */
export function lessonGroups(lessons: readonly Lesson[]): Record<LessonGroup, Lesson[]> {
  const of = (group: LessonGroup): Lesson[] => lessons.filter(({ status }) => groups[status] === group)
  return { waiting: of('waiting'), used: of('used'), over: of('over') }
}

/** Files, action and topic that a lesson holds for. */
export function holdsForWords({ glob, action, topic }: Pick<Lesson, 'glob' | 'action' | 'topic'>): string {
  return [glob, action, topic].filter((part) => part !== null).join(' ') || 'everything'
}

type LessonEvent = Pick<EventEnvelope, 'type' | 'data'>

export const aboutLesson = ({ data }: LessonEvent, lesson: string): boolean => text(data, 'lesson') === lesson

const words: Readonly<Record<string, string>> = {
  'lesson.recorded': 'recorded',
  'lesson.confirmed': 'confirmed',
  'lesson.superseded': 'superseded',
  'lesson.restored': 'in use again',
  'lesson.promoted': 'into CLAUDE.md',
  'lesson.demoted': 'out of CLAUDE.md',
}
const notes: Readonly<Record<string, string>> = {
  seen_again: 'seen again',
  prevented: 'prevented a failure',
  failed_again: 'failed all the same',
}

/** What happened to a lesson, in words. */
export function lessonEventWords({ type, data }: LessonEvent): string {
  if (type === 'lesson.noted')
    return `${notes[text(data, 'what')] ?? text(data, 'what')}: ${number(data, 'confidence').toFixed(2)}`
  if (type === 'lesson.ended') return text(data, 'how')
  return `${words[type] ?? type} by ${text(data, 'by')}`
}

/** What a lesson was worth each time that changed, and is worth now. */
export function worthOver(
  events: readonly LessonEvent[],
  { confidence }: Pick<Lesson, 'confidence'>,
): number[] {
  const noted = events.filter(({ type }) => type === 'lesson.noted')
  return [...noted.map(({ data }) => number(fieldsOf(data), 'confidence')), confidence]
}
