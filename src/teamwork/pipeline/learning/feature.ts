import type { learningNoun, OperationsOf } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import type { LearningDeps } from './context.ts'
import { createLearning } from './learning.ts'
import { learningMigrations } from './migrations.ts'
import type { OriginDeps } from './origin-deps.ts'

/** What is learned from reviews, and from where builds came from. */
export const learningFeature = feature({
  name: 'learning',
  migrations: learningMigrations,
  create: (from: LearningDeps & OriginDeps) => createLearning(from),
  operations: (learning): OperationsOf<typeof learningNoun> => ({
    askReview: (wanted, { name }) => learning.ask(wanted, name),
    getOpinion: async ({ build }) => ({ opinion: await learning.get(build) }),
    undoTemplate: (wanted, { name }) => learning.undoTemplate(wanted, name),
    listOrigins: (filter) => learning.origins(filter),
    getOrigin: ({ name }) => ({ origin: learning.origin(name) }),
    listWeeks: ({ limit }) => learning.weeks(limit),
  }),
  reacts: {
    'stage.ended': (learning, event, append) => learning.stageEnded(event, append),
    'ask.answered'(learning, event) {
      learning.askAnswered(event)
      learning.askClosed(event)
    },
    'ask.dismissed': (learning, event) => learning.askClosed(event),
    'ask.withdrawn': (learning, event) => learning.askClosed(event),
  },
  notifies: () => ({
    'week.summed': ({ data: { until, text } }) => ({
      kind: 'lesson',
      team: null,
      title: 'What was learned last week',
      text,
      link: '/knowledge',
      urgency: 'low',
      subject: `week-${until}`,
    }),
  }),
  close: (learning) => learning.close(),
})
