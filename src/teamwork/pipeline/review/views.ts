import {
  IrisError,
  LessonId,
  type Build,
  type BuildTask,
  type GivenLesson,
  type Review,
  type ReviewDivergence,
  type ReviewTask,
} from '../../../contract/index.ts'
import type { ReviewContext } from './context.ts'
import type { Divergence } from './divergence.ts'
import type { ReviewRow, TaskResult } from './rows.ts'
import { similarTo } from './similar.ts'

const maxLessons = 1000
const maxMerges = 20

/** A review as people see it: what was kept, with what is stored elsewhere read from there. */
export async function toReview(context: ReviewContext, row: ReviewRow): Promise<Review> {
  const { rows, work, merges } = context
  const build = work.get(row.build)
  const results = rows.tasksOf(row.build)
  const shown = results.flatMap((one) => toTask(build, one))
  const { merges: merged } = await merges.list({ task: row.key, limit: maxMerges })
  const { differs, ...rest } = row
  return {
    ...rest,
    tasks: results.length,
    started: results.filter(({ durationMs }) => durationMs !== null).length,
    complete: results.filter(({ outcome }) => outcome === 'complete').length,
    firstPass: results.filter(({ isFirstPass }) => isFirstPass).length,
    divergences: differs.length,
    unjudged: differs.filter(({ label }) => label === 'UNKNOWN').length,
    reason: build.why,
    work: shown,
    differs: divergencesOf(context, row, shown),
    given: givenIn(context, shown),
    learned: learnedIn(context, row, shown),
    similar: similarTo(context, row),
    merges: merged.map(({ merge, into, state, undone }) => ({
      merge,
      into,
      state,
      isUndone: undone?.state === 'made',
    })),
  }
}

function toTask({ tasks }: Build, result: TaskResult): ReviewTask[] {
  const found = tasks.find(({ task }) => task === result.task)
  if (!found) return []
  const { kind: _kind, hasLesson: _hasLesson, ...kept } = result
  const { key, title, why, commit, lessons }: BuildTask = found
  return [{ ...kept, key, title, why, commit, lessons }]
}

function divergencesOf(
  { rows }: ReviewContext,
  { build, differs }: ReviewRow,
  tasks: readonly ReviewTask[],
): ReviewDivergence[] {
  const verdicts = new Map(rows.verdictsOf(build).map(({ subject, ...said }) => [subject, said]))
  return differs.map(({ type, subject, label }) => ({
    type,
    subject,
    label,
    shownBy: shownBy({ type, subject }, tasks),
    verdict: verdicts.get(subject) ?? null,
  }))
}

/** What of the build shows that it differs there. */
function shownBy(
  { type, subject }: Pick<Divergence, 'type' | 'subject'>,
  tasks: readonly ReviewTask[],
): string {
  if (type === 'missing') {
    const task = tasks.find(({ key }) => key === subject)
    return task ? `${subject} is ${task.outcome}${task.why === null ? '' : `: ${task.why}`}` : subject
  }
  if (type === 'omission') {
    const by = tasks.filter(({ planned }) => planned.some(({ path }) => path === subject))
    return `planned by ${by.map(({ key, outcome }) => `${key}, which is ${outcome}`).join('; ')}`
  }
  const by = tasks.filter(({ changed }) => changed.includes(subject))
  if (by.length === 0) return 'on the branch of the build, in no change of one task alone'
  return `changed by ${by.map(({ key, commit }) => `${key} in ${commit?.slice(0, 12) ?? 'no commit'}`).join('; ')}`
}

/** The lessons that agents were given, and which of their tasks passed at once. */
function givenIn({ lessons }: ReviewContext, tasks: readonly ReviewTask[]): GivenLesson[] {
  const ids = [...new Set(tasks.flatMap((task) => task.lessons))]
  return ids.flatMap((id) => {
    const lesson = found(() => lessons.get(LessonId.parse(id)))
    if (!lesson) return []
    const own = tasks.filter((task) => task.lessons.includes(id) && task.durationMs !== null)
    const { text, status, confidence } = lesson
    const keys = (isFirstPass: boolean): string[] =>
      own.filter((task) => task.isFirstPass === isFirstPass).map(({ key }) => key)
    return [{ lesson: lesson.lesson, text, status, confidence, passed: keys(true), failed: keys(false) }]
  })
}

function found<T>(get: () => T): T | undefined {
  try {
    return get()
  } catch (error) {
    if (error instanceof IrisError && error.code === 'LESSON_UNKNOWN') return undefined
    throw error
  }
}

/** The lessons that agents of its tasks recorded while it ran, among the newest of the project. */
function learnedIn(
  { lessons }: ReviewContext,
  { project, startedAt, madeAt }: ReviewRow,
  tasks: readonly ReviewTask[],
): Review['learned'] {
  const authors = new Map(tasks.map(({ key }) => [`task/${key}`, key]))
  return lessons.list({ project, limit: maxLessons }).lessons.flatMap((one) => {
    const from = authors.get(one.author.name)
    if (from === undefined || one.createdAt < startedAt || one.createdAt > madeAt) return []
    return [{ lesson: one.lesson, text: one.text, status: one.status, from }]
  })
}
