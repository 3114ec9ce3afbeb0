import { counted, type LessonEffect, type Passes, type Review } from '../../contract/plain.ts'

const types: Readonly<Record<Review['differs'][number]['type'], string>> = {
  omission: 'planned, not changed',
  addition: 'changed, not planned',
  modification: 'done otherwise',
  missing: 'not done',
}

const labels: Readonly<Record<string, string>> = {
  'GOOD:enhancement': 'good: an enhancement',
  'GOOD:optimization': 'good: an optimization',
  'BAD:scope_creep': 'bad: not wanted',
  'BAD:missed_requirement': 'bad: missed',
  'BAD:deviation': 'bad: a deviation',
  'NEUTRAL:intentional_skip': 'left out on purpose',
  UNKNOWN: 'not judged',
}

/** What kind of divergence it is, in words. */
export const differenceWords = (type: Review['differs'][number]['type']): string => types[type]

/** What was made of a divergence, in words. */
export const labelWords = (label: string): string => labels[label] ?? label

/** How many of some tasks passed at once. */
export function passedWords({ tasks, firstPass }: Pick<Passes, 'tasks' | 'firstPass'>): string {
  return tasks === 0 ? 'no task was begun' : `${firstPass} of ${counted(tasks, 'task')} passed at once`
}

/** What lessons did, in a sentence that says what it rests on. */
export function effectWords({ with: given, without, difference }: LessonEffect): string {
  if (difference === null) return 'No kind of task was worked both with a lesson and without one yet.'
  const points = Math.round(Math.abs(difference) * 100)
  const how = points === 0 ? 'as often' : `${points} points ${difference > 0 ? 'more' : 'less'} often`
  const among = `${counted(given.tasks, 'task')} with one, ${without.tasks} without`
  return `With a lesson, tasks of the same kind passed at once ${how} (${among}).`
}
