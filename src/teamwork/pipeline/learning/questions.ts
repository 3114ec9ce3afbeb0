import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LessonId } from '../../../contract/index.ts'
import { askOf, readTriggers } from '../../../core/inbox/index.ts'
import { triggersDoor } from '../../../core/rules/index.ts'
import { packageFolder } from '../../../platform/lib/index.ts'
import { roleOfReviews, type LearningContext } from './context.ts'

const file = 'review.questions.yaml'

/** What is asked or told about lessons, by the names of the file. */
type LearningMoment = 'pattern_detected' | 'gotcha_candidate' | 'claude_md_promotion' | 'weekly_summary'
type Due = ReturnType<typeof triggersDoor.decide>['due'][number]

export function readQuestions(): LearningContext['triggers'] {
  return readTriggers(readFileSync(join(packageFolder(), 'roles', file), 'utf8'), file)
}

/** The first question that a moment fires; its words are filled in. */
export function dueAt(
  { triggers, rulings }: Pick<LearningContext, 'triggers' | 'rulings'>,
  event: LearningMoment,
  { facts, asked = [] }: { facts: Readonly<Record<string, string | number>>; asked?: readonly string[] },
): Due | undefined {
  const own = triggers.filter((trigger) => trigger.event === event)
  const inputs = { triggers: own, agent: roleOfReviews, event, facts, asked: [...asked] }
  const outcome = triggersDoor.decide(inputs)
  if (outcome.due.length > 0) rulings.keep(triggersDoor, { inputs, outcome, about: String(facts['task']) })
  return outcome.due[0]
}

/** Asks a person to confirm a lesson that a model found, once; says how many questions that made. */
export function askAboutLesson(
  context: LearningContext,
  { lesson: id, team, evidence }: { lesson: LessonId; team: string; evidence: readonly string[] },
): number {
  const { lessons, rows, inbox } = context
  const { kind, text, glob, status, confidence, occurrences } = lessons.get(id)
  if (status !== 'unconfirmed') return 0
  const event = kind === 'pattern' ? 'pattern_detected' : 'gotcha_candidate'
  const due = dueAt(context, event, {
    facts: {
      task: id,
      text,
      confidence,
      count: occurrences,
      where: glob === null ? 'It holds for all files.' : `It holds for files like ${glob}.`,
      evidence: evidence.map((words) => `- ${words}`).join('\n'),
    },
    asked: rows.questionsOf(id).map(({ key }) => key),
  })
  if (!due) return 0
  const { ask } = inbox.raise({
    ...askOf({ ...due, options: [...due.options], default: due.default }),
    source: 'lesson',
    // Nobody's silence confirms a lesson.
    reversible: false,
    tags: ['lesson', event, id],
    team,
    caller: roleOfReviews,
  })
  rows.addQuestion({ key: due.key, lesson: id, event, ask: ask.id })
  return 1
}
