import type { CallOutput, LessonEffect, MetricSpan, Passes } from '../../../contract/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

/** Which spans of which project. */
interface Wanted {
  project: string
  since: number
  spanMs: number
  spans: number
}

/** Figures over time, summed by the database. */
export interface Metrics {
  spans(wanted: Wanted): MetricSpan[]
  effect(wanted: Wanted): LessonEffect
  failures(wanted: Wanted): CallOutput<'readMetrics'>['failures']
}

interface SpanRow {
  span: number
  tasks: number
  firstPass: number
  complete: number
  taskMs: number | null
  costUsd: number
  tokens: number
  withTasks: number
  withFirst: number
}

const inTime = 'project = ? AND endedAt >= ? AND endedAt < ?'
const spanOf = 'CAST((endedAt - ?) / ? AS INTEGER)'

export function createMetrics(sql: Sql): Metrics {
  const tasks = sql.prepare<SpanRow>(
    `SELECT ${spanOf} AS span, count(durationMs) AS tasks, sum(isFirstPass) AS firstPass,
       sum(outcome = 'complete') AS complete, avg(durationMs) AS taskMs, sum(costUsd) AS costUsd, sum(tokens) AS tokens,
       coalesce(sum(hasLesson AND durationMs IS NOT NULL), 0) AS withTasks, sum(hasLesson AND isFirstPass) AS withFirst
     FROM review_task WHERE ${inTime} GROUP BY span`,
  )
  const builds = sql.prepare<{ span: number; builds: number; buildMs: number | null }>(
    `SELECT ${spanOf} AS span, count(*) AS builds, avg(max(0, endedAt - startedAt)) AS buildMs
     FROM review WHERE ${inTime} AND madeAt IS NOT NULL GROUP BY span`,
  )
  // Each kind counts as often as it was worked with a lesson, on both sides.
  const effect = sql.prepare<{
    withTasks: number
    withFirst: number
    tasks: number
    firstPass: number
    expected: number
  }>(
    `WITH kinds AS (
       SELECT sum(hasLesson) AS withTasks, sum(hasLesson AND isFirstPass) AS withFirst,
         sum(NOT hasLesson) AS tasks, sum(NOT hasLesson AND isFirstPass) AS firstPass
       FROM review_task WHERE ${inTime} AND durationMs IS NOT NULL AND kind <> '' GROUP BY kind
       HAVING sum(hasLesson) > 0 AND sum(NOT hasLesson) > 0
     )
     SELECT coalesce(sum(withTasks), 0) AS withTasks, coalesce(sum(withFirst), 0) AS withFirst,
       coalesce(sum(tasks), 0) AS tasks, coalesce(sum(firstPass), 0) AS firstPass,
       coalesce(sum(withTasks * 1.0 * firstPass / tasks), 0) AS expected FROM kinds`,
  )
  const failures = sql.prepare<{ class: string; count: number }>(
    `SELECT value AS class, count(*) AS count FROM review_task, json_each(failures)
     WHERE ${inTime} GROUP BY value ORDER BY count DESC, value LIMIT 50`,
  )
  const bounds = ({ project, since, spanMs, spans }: Wanted): [string, number, number] => [
    project,
    since,
    since + spans * spanMs,
  ]
  return {
    spans(wanted) {
      const { since, spanMs, spans } = wanted
      const byTask = new Map(tasks.all(since, spanMs, ...bounds(wanted)).map((row) => [row.span, row]))
      const byBuild = new Map(builds.all(since, spanMs, ...bounds(wanted)).map((row) => [row.span, row]))
      return Array.from({ length: spans }, (_, span) => ({
        at: since + span * spanMs,
        builds: byBuild.get(span)?.builds ?? 0,
        buildMs: byBuild.get(span)?.buildMs ?? null,
        ...toSpan(byTask.get(span)),
      }))
    },
    effect(wanted) {
      const row = effect.get(...bounds(wanted))
      const { withTasks = 0, withFirst = 0, tasks: count = 0, firstPass = 0, expected = 0 } = row ?? {}
      const difference = withTasks === 0 ? null : (withFirst - expected) / withTasks
      return { with: passes(withTasks, withFirst), without: passes(count, firstPass), difference }
    },
    failures: (wanted) => failures.all(...bounds(wanted)).map((row) => ({ ...row })),
  }
}

function toSpan(row: SpanRow | undefined): Omit<MetricSpan, 'at' | 'builds' | 'buildMs'> {
  const { tasks = 0, firstPass = 0, complete = 0, taskMs = null, costUsd = 0, tokens = 0 } = row ?? {}
  const { withTasks = 0, withFirst = 0 } = row ?? {}
  return {
    ...passes(tasks, firstPass),
    complete,
    taskMs,
    costUsd,
    tokens,
    withLessons: passes(withTasks, withFirst),
    withoutLessons: passes(tasks - withTasks, firstPass - withFirst),
  }
}

const passes = (tasks: number, firstPass: number): Passes => ({
  tasks,
  firstPass,
  rate: tasks === 0 ? null : firstPass / tasks,
})
