import { z } from 'zod'
import { BuildId, BuildName, BuildOutcome } from '../builds/schemas.ts'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import { operation, people, readersAndDelegates } from '../operation.ts'
import { RulingId } from '../rulings/index.ts'
import { TeamName } from '../teams/schemas.ts'
import { plainReviews } from './plain.ts'
import { DivergenceVerdict, LessonEffect, MetricSpan, Review, ReviewSummary } from './schemas.ts'
import { reviewInTool, ReviewInTool, wholeReviewInTool, WholeReviewInTool } from './told.ts'

export {
  type GivenLesson,
  type LessonEffect,
  type MetricSpan,
  type Passes,
  type Review,
  type ReviewDivergence,
  type ReviewSummary,
  type ReviewTask,
} from './schemas.ts'

const About = { build: BuildId, key: z.string(), team: z.string(), ruling: RulingId }

/** What builds were to do, what they did, and what that says over time. */
export const reviewsNoun = defineNoun(plainReviews, {
  ids: [],
  events: {
    'review.made': defineEvent(
      1,
      z.object({ ...About, outcome: BuildOutcome, tasks: z.int(), firstPass: z.int(), divergences: z.int() }),
    ),
    'review.judged': defineEvent(
      1,
      z.object({ ...About, subject: z.string(), verdict: DivergenceVerdict, by: z.string() }),
    ),
  },
  operations: {
    listReviews: operation({
      summary: 'Reviews of builds, the newest first',
      input: z.object({
        team: TeamName.optional().describe('Those of its project'),
        before: BuildId.optional().describe('Reviews before this one: pass `next` of the slice before'),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      output: z.object({
        reviews: z.array(ReviewSummary),
        next: BuildId.nullable().describe('Null when there are no more'),
      }),
      for: readersAndDelegates,
      tool: {
        name: 'review_list',
        title: 'List reviews',
        effect: 'reads',
        output: {
          shape: z.object({
            status: z.literal('ok'),
            reviews: z.array(ReviewInTool),
            next: BuildId.nullable(),
          }),
          from: ({ reviews, next }) => ({ status: 'ok', reviews: reviews.map(reviewInTool), next }),
        },
      },
    }),
    getReview: operation({
      summary: 'One review with its tasks, divergences and lessons',
      input: z.object({ build: BuildName }),
      output: Review,
      for: readersAndDelegates,
      tool: {
        name: 'review_show',
        title: 'Show a review',
        effect: 'reads',
        output: {
          shape: z.object({ status: z.literal('ok'), review: WholeReviewInTool }),
          from: (review) => ({ status: 'ok', review: wholeReviewInTool(review) }),
        },
      },
    }),
    judgeReview: operation({
      summary: 'Says of a divergence whether it is good, and by what that is known',
      input: z.object({
        build: BuildName,
        subject: z.string().min(1).max(1000).describe('The file, or the key of the task'),
        verdict: DivergenceVerdict,
        evidence: z.string().trim().min(1).max(1000),
      }),
      output: Review,
      for: people,
    }),
    readMetrics: operation({
      summary: 'How builds of a project went over time, in spans',
      input: z.object({
        team: TeamName.describe('Any team of the project'),
        span: z.enum(['day', 'week']).default('week'),
        since: z.coerce.number().int().min(0).optional().describe('When the first span begins'),
        spans: z.coerce.number().int().min(1).max(366).default(12),
      }),
      output: z.object({
        project: z.string().nullable().describe('Null when the team has none yet'),
        spans: z.array(MetricSpan),
        effect: LessonEffect,
        failures: z
          .array(z.object({ class: z.string(), count: z.int() }))
          .describe('Failed checks by class, the most first'),
      }),
      for: readersAndDelegates,
      tool: { name: 'review_metrics', title: 'How builds go over time', effect: 'reads' },
    }),
  },
})
