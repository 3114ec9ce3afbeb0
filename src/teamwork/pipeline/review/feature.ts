import type { OperationsOf, reviewsNoun } from '../../../contract/index.ts'
import { feature } from '../../../core/features/index.ts'
import type { ReviewDeps } from './context.ts'
import { reviewMigrations } from './migrations.ts'
import { createReviews } from './reviews.ts'

/** What builds were to do, what they did, and what that says over time. */
export const reviewsFeature = feature({
  name: 'reviews',
  migrations: reviewMigrations,
  create: (from: ReviewDeps) => createReviews(from),
  operations: (reviews): OperationsOf<typeof reviewsNoun> => ({
    listReviews: (filter) => reviews.list(filter),
    getReview: ({ build }) => reviews.get(build),
    judgeReview: (said, { name }) => reviews.judge(said, name),
    readMetrics: (wanted) => reviews.metrics(wanted),
  }),
  reacts: { 'build.ended': (reviews, event) => reviews.buildEnded(event) },
  close: (reviews) => reviews.close(),
})
