import { fence, fencingPrompt, inQuotes, toldTask, type Lesson, type Task } from '../../contract/index.ts'

/** What an agent is told of a task: its words and the lessons for it, fenced with their authors. Nothing is cut. */
export function taskPrompt(task: Task, lessons: readonly Lesson[]): string {
  const parts = [`Your task is ${task.key}.`, fencingPrompt, toldTask(task), toldLessons(lessons)]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Lessons in front of an agent; empty when there are none. */
export function toldLessons(lessons: readonly Lesson[]): string {
  if (lessons.length === 0) return ''
  return ['What was learned here before:', ...lessons.map(toldLesson)].join('\n\n')
}

function toldLesson({ lesson, kind, text, author, confirmed, ...where }: Lesson): string {
  const who = author.kind === 'agent' ? `an agent of ${inQuotes(author.name)}` : inQuotes(author.name)
  const as = confirmed?.as === 'check' ? 'a check' : 'a person'
  const named = [
    ...(where.glob === null ? [] : [`for files like ${inQuotes(where.glob)}`]),
    ...(where.action === null ? [] : [`when you ${where.action} them`]),
    ...(where.topic === null ? [] : [`about ${inQuotes(where.topic)}`]),
  ]
  return `${[`A ${kind} (${lesson}), by ${who}, confirmed by ${as}`, ...named].join(', ')}:\n${fence(text)}`
}
