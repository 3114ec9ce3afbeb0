import { IrisError, type Event } from '../../../contract/index.ts'
import type { LearningContext } from './context.ts'
import { LessonText } from './signals.ts'

const everywhere = 'Yes, for all projects'
const yes: ReadonlySet<string> = new Set(['Yes, keep it', everywhere])

/** Does with a lesson what was answered to the question about it, in the transaction that records the answer. */
export function onLessonAnswered(context: LearningContext, { data }: Event<'ask.answered'>): void {
  const question = context.rows.questionOf(data.ask)
  const { answer } = question ? context.inbox.view(data.ask) : { answer: null }
  if (!question || !answer) return
  const labels = answer.chosen.flatMap((one) => one.labels)
  const words = [answer.text, ...answer.chosen.map(({ text }) => text)].filter(Boolean).join(' ')
  const act = { lesson: question.lesson, by: answer.by }
  tolerating(() => {
    if (words !== '') reword(context, act, words)
    else if (labels.some((label) => yes.has(label))) {
      context.lessons.confirm(act, 'person')
      if (labels.includes(everywhere)) context.lessons.share(act, true)
    } else context.lessons.end(act, { how: 'rejected', reason: 'You said no.' })
  })
}

/** What a person says in words of their own is the lesson. */
function reword(
  { lessons }: LearningContext,
  act: Parameters<LearningContext['lessons']['confirm']>[0],
  words: string,
): void {
  const text = LessonText.safeParse(words)
  if (!text.success) return
  const { project, kind, glob, action, topic, evidence } = lessons.get(act.lesson)
  if (project === null) return
  const scope = { glob: glob ?? undefined, action: action ?? undefined, topic: topic ?? undefined }
  const by = { name: act.by, kind: 'human' as const }
  lessons.record({ project, kind, text: text.data, ...scope, evidence, isConfirmed: true, by })
  if (lessons.get(act.lesson).status === 'unconfirmed')
    lessons.end(act, { how: 'rejected', reason: 'It was worded otherwise.' })
}

/** What somebody did to the lesson meanwhile stands. */
function tolerating(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof IrisError) || !error.code.startsWith('LESSON_')) throw error
  }
}
