import { z } from 'zod'
import { fence } from '../fencing.ts'
import { ReviewSummary, type Review } from './schemas.ts'

/** A review in a line, as a tool gives it. */
export const ReviewInTool = ReviewSummary.pick({
  key: true,
  team: true,
  outcome: true,
  tasks: true,
  complete: true,
  started: true,
  firstPass: true,
  divergences: true,
  unjudged: true,
  costUsd: true,
})

export function reviewInTool(review: ReviewSummary): z.infer<typeof ReviewInTool> {
  const { key, team, outcome, tasks, complete, started, firstPass, divergences, unjudged, costUsd } = review
  return { key, team, outcome, tasks, complete, started, firstPass, divergences, unjudged, costUsd }
}

/** The same with its tasks, what differs and what was learned; words of others are fenced. */
export const WholeReviewInTool = ReviewInTool.extend({
  told: z.string().describe('Its words; lines that begin with "| " are quoted'),
})

export function wholeReviewInTool(review: Review): z.infer<typeof WholeReviewInTool> {
  const { work, differs, given, learned } = review
  const told = [
    ...work.map(
      ({ key, title, outcome, failures }) =>
        `${key}, ${outcome}${failures.length > 0 ? `, failed: ${failures.join(', ')}` : ''}:\n${fence(title)}`,
    ),
    ...differs.map(({ type, subject, label }) => `${type}, ${label}:\n${fence(subject)}`),
    ...given.map(
      ({ text, confidence }) => `a lesson that was given, worth ${confidence.toFixed(2)}:\n${fence(text)}`,
    ),
    ...learned.map(({ text, from }) => `learned by ${from}:\n${fence(text)}`),
  ]
  return { ...reviewInTool(review), told: told.join('\n\n') }
}
