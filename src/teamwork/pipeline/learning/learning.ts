import type {
  CallOutput,
  CallParsed,
  Event,
  Opinion,
  Origin,
  ProposedTemplate,
} from '../../../contract/index.ts'
import type { Append } from '../../../core/store/index.ts'
import { onLessonAnswered } from './answering.ts'
import { askOpinion, isWorthAsking } from './asking.ts'
import type { LearningContext, LearningDeps } from './context.ts'
import type { OriginDeps } from './origin-deps.ts'
import { createOrigins } from './origins.ts'
import { proposeForClaude } from './promoting.ts'
import { readQuestions } from './questions.ts'
import { createLearningRows } from './rows.ts'
import { onStageEnded } from './taking.ts'
import { tellTask } from './telling.ts'
import { createTemplates } from './templates.ts'
import { toOpinion } from './views.ts'
import { startWeeks } from './weeks.ts'

/** What is learned from what was done. */
export interface Learning {
  context: LearningContext
  ask(wanted: CallParsed<'askReview'>, by: string): Promise<Opinion>
  get(build: string): Promise<Opinion | null>
  undoTemplate(wanted: CallParsed<'undoTemplate'>, by: string): Promise<ProposedTemplate>
  origin(name: string): Origin | null
  origins(filter: CallParsed<'listOrigins'>): CallOutput<'listOrigins'>
  weeks(limit: number): CallOutput<'listWeeks'>
  stageEnded(event: Event<'stage.ended'>, append: Append): void
  askAnswered(event: Event<'ask.answered'>): void
  askClosed(event: Event<'ask.answered' | 'ask.dismissed' | 'ask.withdrawn'>): void
  close(): Promise<void>
}

const day = 86_400_000
/** What may make a lesson sure enough for CLAUDE.md. */
const surer = ['lesson.recorded', 'lesson.confirmed', 'lesson.noted', 'lesson.shared'] as const

export function createLearning(deps: LearningDeps & OriginDeps): Learning {
  const stopped = new AbortController()
  const context: LearningContext = {
    ...deps,
    rows: createLearningRows(deps.sql),
    triggers: readQuestions(),
    signal: stopped.signal,
  }
  const { rows, reviews, stages, log, clock, config } = context
  const templates = createTemplates(context)
  const origins = createOrigins(deps)
  const weeks = startWeeks(context)
  context.work.alsoTells((of) => tellTask({ ...deps, ...context }, of))
  void templates.carryOut()
  const following = log.follow({ name: 'learning', types: ['review.made', ...surer], handle: heard })

  return {
    context,
    async ask({ build, again, wait }, by) {
      const review = await reviews.get(build)
      const asked = await askOpinion(context, review, { by, again })
      if (wait) await stages.ended(asked.stage)
      return toOpinion(context, rows.opinion(asked.build) ?? asked)
    },
    async get(build) {
      const row = rows.opinion((await reviews.get(build)).build)
      return row ? toOpinion(context, row) : null
    },
    undoTemplate: ({ template }, by) => templates.undo(template, by),
    origin: (name) => origins.get(name),
    origins: (filter) => origins.list(filter),
    weeks: (limit) => ({ weeks: rows.weeks(limit).map(({ upTo: _upTo, ...week }) => week) }),
    stageEnded(event, append) {
      // Once this is committed; if it is not, nothing is found there.
      if (onStageEnded(context, event, append)) setImmediate(() => void templates.carryOut())
    },
    askAnswered: (event) => onLessonAnswered(context, event),
    askClosed: ({ data }) => templates.onClosed(data.ask),
    async close() {
      stopped.abort()
      weeks.close()
      await following.close()
      await templates.idle()
    },
  }

  async function heard(event: Event): Promise<void> {
    if (event.type === 'review.made') {
      if (config().pipeline.autoReview) await askAbout(event.data.build)
    } else if ('lesson' in event.data) await proposeForClaude(context, event.data.lesson)
  }

  async function askAbout(build: string): Promise<void> {
    const review = await reviews.get(build)
    // Wall time: after a long time away nobody waits for what a model thinks of then.
    const isOld = clock.now() - review.madeAt > day
    if (!isOld && isWorthAsking(review)) await askOpinion(context, review, { by: 'iris', again: false })
  }
}
