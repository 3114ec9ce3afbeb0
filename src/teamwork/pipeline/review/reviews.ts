import {
  IrisError,
  type CallOutput,
  type CallParsed,
  type Event,
  type Review,
  type TaskId,
} from '../../../contract/index.ts'
import type { ReviewContext, ReviewDeps } from './context.ts'
import { judgeAgain } from './diverging.ts'
import { makeDue } from './due.ts'
import { createMetrics } from './metrics.ts'
import { createReviewRows, type ReviewRow, type ReviewRows, type StoredVerdict } from './rows.ts'
import { toReview } from './views.ts'

const day = 86_400_000
const spans = { day, week: 7 * day } as const

/** What is to be reviewed yet, and what was reviewed last. */
interface ReviewStanding {
  due: number
  last: { key: string; madeAt: number } | undefined
}

/** What builds were to do, and what they did. */
export interface Reviews {
  /** Called in the transaction that ends a build: from then on its review is due. */
  buildEnded(event: Event<'build.ended'>): void
  list(filter: CallParsed<'listReviews'>): Promise<CallOutput<'listReviews'>>
  get(build: string): Promise<Review>
  judge(said: CallParsed<'judgeReview'>, by: string): Promise<Review>
  metrics(wanted: CallParsed<'readMetrics'>): Promise<CallOutput<'readMetrics'>>
  /** How many are due, and which was made last. */
  standing(): ReviewStanding
  /** What people said to be good, or meant, where work on these tasks differs from its plan. */
  verdictsOn(tasks: readonly TaskId[]): (StoredVerdict & { key: string })[]
  /** Resolves when everything that was due at the call is made. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createReviews(deps: ReviewDeps): Reviews {
  const stopped = new AbortController()
  const context: ReviewContext = { ...deps, rows: createReviewRows(deps.sql), signal: stopped.signal }
  const { rows, log, clock, tasks, work } = context
  const metrics = createMetrics(deps.sql)
  const due = makeDue(context)

  return {
    buildEnded: ({ at, data: { build, key } }) => rows.await({ build, key, endedAt: at }),
    async list({ team, before = null, limit }) {
      const project = team === undefined ? null : ((await tasks.projectOf(team)) ?? '')
      const found = rows.list({ project, before, limit: limit + 1 })
      const reviews = found.slice(0, limit)
      return { reviews, next: found.length > limit ? (reviews.at(-1)?.build ?? null) : null }
    },
    get: async (build) => toReview(context, find(build)),
    async judge({ build, subject, verdict, evidence }, by) {
      const { build: id, key, team, differs } = find(build)
      if (!differs.some((one) => one.subject === subject))
        throw new IrisError('REVIEW_SUBJECT_UNKNOWN', `Nothing differs at ${subject} in ${key}.`)
      log.write((append) => {
        rows.judge(id, { subject, verdict, evidence, by, at: clock.now() })
        const ruled = judgeAgain(context, { key, differs, verdicts: rows.verdictsOf(id) })
        rows.setDiffers(id, ruled)
        const data = { build: id, key, team, ruling: ruled.ruling, subject, verdict, by }
        append({ type: 'review.judged', data })
      })
      return toReview(context, find(id))
    },
    async metrics({ team, span, since, spans: count }) {
      const project = (await tasks.projectOf(team)) ?? null
      const spanMs = spans[span]
      const wanted = {
        project: project ?? '',
        // Wall time: spans of the calendar, which decide nothing.
        since: since ?? clock.now() - count * spanMs,
        spanMs,
        spans: count,
      }
      return {
        project,
        spans: metrics.spans(wanted),
        effect: metrics.effect(wanted),
        failures: metrics.failures(wanted),
      }
    },
    standing: () => standingOf(rows),
    verdictsOn: (wanted) => rows.verdictsOn(wanted),
    settled: () => due.settled(),
    async close() {
      stopped.abort()
      await due.ended
      await due.settled()
    },
  }

  function find(name: string): ReviewRow {
    const { build, key } = work.get(name)
    const row = rows.get(build)
    if (!row) throw new IrisError('REVIEW_UNKNOWN', `There is no review of ${key} yet.`)
    return row
  }
}

function standingOf(rows: ReviewRows): ReviewStanding {
  return { due: rows.due().length, last: rows.list({ project: null, before: null, limit: 1 })[0] }
}
