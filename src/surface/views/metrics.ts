import {
  compact,
  counted,
  money,
  type CallInput,
  type MetricSpan,
  type ReviewSummary,
  type StageUse,
} from '../../contract/plain.ts'
import type { Column } from './plots.ts'

/** What a plot of metrics shows, and by which spans. */
export type MetricsMeasure = 'tasks' | 'lessons' | 'time' | 'cost'
export type MetricsSpan = NonNullable<CallInput<'readMetrics'>['span']>

const parts: Readonly<Record<MetricsMeasure, (span: MetricSpan) => Column['parts']>> = {
  tasks: ({ tasks, firstPass }) => [
    { name: 'passed at once', value: firstPass },
    { name: 'did not', value: tasks - firstPass },
  ],
  lessons: ({ withLessons: given, withoutLessons: without }) => [
    { name: 'with a lesson, passed at once', value: given.firstPass },
    { name: 'with one, did not', value: given.tasks - given.firstPass },
    { name: 'without, passed at once', value: without.firstPass },
    { name: 'without, did not', value: without.tasks - without.firstPass },
  ],
  time: ({ taskMs }) => [{ name: 'on average', value: taskMs ?? 0 }],
  cost: ({ costUsd }) => [{ name: 'cost', value: costUsd }],
}

/** Spans as columns of a plot. */
export function metricColumns(spans: readonly MetricSpan[], measure: MetricsMeasure): Column[] {
  return spans.map((span) => {
    const own = parts[measure](span)
    return { at: span.at, parts: own, total: own.reduce((sum, { value }) => sum + value, 0) }
  })
}

/** What the stages of a role were told of what they may be told, and what they cost. */
export function stageUseWords({ role, stages, tokens, most, budget, costUsd }: StageUse): string {
  const of = budget === null ? '' : ` of ${compact(budget)}`
  return `${role}: ${counted(stages, 'stage')}, told ${compact(tokens)} tokens on average and ${compact(most)}${of} at most, ${money(costUsd)}.`
}

/** Projects that have reviews, each with a team that works in it. */
export function teamsReviewed(
  reviews: readonly Pick<ReviewSummary, 'project' | 'team'>[],
): Map<string, string> {
  return new Map(reviews.map(({ project, team }) => [project, team]))
}
