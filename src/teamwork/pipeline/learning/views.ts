import type { Opinion } from '../../../contract/index.ts'
import type { LearningContext } from './context.ts'
import type { OpinionRow, Said } from './rows.ts'
import { toTemplate } from './templates.ts'

const nothing: Said = { summary: '', lessons: [], verdicts: [], suggestions: [], dropped: 0 }

/** What a model says of a review, as people see it; how lessons and templates are now is read from where they are. */
export function toOpinion(context: LearningContext, row: OpinionRow): Opinion {
  const { build, key, by, askedAt } = row
  const { lessons, ...said } = row.said ?? nothing
  return {
    build,
    key,
    by,
    askedAt,
    ...stageOf(context, row),
    ...said,
    lessons: lessons.map((one) => toLesson(context, one)),
    templates: context.rows.templatesOf(build).map(toTemplate),
  }
}

function stageOf(
  { stages }: LearningContext,
  { stage }: OpinionRow,
): Pick<Opinion, 'stage' | 'state' | 'why' | 'costUsd' | 'tokens' | 'cut'> {
  const at = stages.get(stage)
  const { why = null, costUsd = null, tokens = 0, cut = [] } = at ?? {}
  return { stage, state: stages.stateOf(at), why, costUsd, tokens, cut }
}

function toLesson(
  { lessons, rows }: LearningContext,
  { lesson, evidence }: Said['lessons'][number],
): Opinion['lessons'][number] {
  const { kind, text } = lessons.get(lesson)
  return { lesson, kind, text, evidence, ask: rows.questionsOf(lesson).at(-1)?.ask ?? null }
}
