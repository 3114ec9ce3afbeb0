import type {
  BuildId,
  BuildOutcome,
  ReviewSummary,
  ReviewTask,
  RulingId,
  TaskFile,
  TaskId,
} from '../../../contract/index.ts'
import type { Divergence } from './divergence.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'

/** A review that is still to be made, since its build ended. */
export interface DueReview {
  build: BuildId
  key: string
  endedAt: number
}

/** What is kept of a task: figures for sums over time, and what could not be told any more later. */
export interface TaskResult extends Pick<
  ReviewTask,
  | 'task'
  | 'outcome'
  | 'isFirstPass'
  | 'attempts'
  | 'checks'
  | 'durationMs'
  | 'costUsd'
  | 'tokens'
  | 'changed'
  | 'more'
  | 'failures'
> {
  planned: Pick<TaskFile, 'path' | 'action'>[]
  /** What it did to which kind of file: tasks of one kind are compared with each other. */
  kind: string
  hasLesson: boolean
}

/** A verdict on what differs. */
export interface StoredVerdict {
  subject: string
  verdict: 'good' | 'bad' | 'intentional'
  evidence: string
  by: string
  at: number
}

/** A review as it is stored; the rest is read from where it is. */
export interface ReviewRow {
  build: BuildId
  key: string
  project: string
  team: string
  outcome: BuildOutcome
  startedAt: number
  endedAt: number
  madeAt: number
  costUsd: number
  tokens: number
  /** Why it is not known what was changed. */
  unknown: string | null
  ruling: RulingId
  differs: readonly Divergence[]
}

/** A review that was like another. */
interface LikeReview extends Pick<ReviewRow, 'build' | 'key' | 'outcome' | 'endedAt'> {
  shared: string[]
  /** How many marks it has. */
  marks: number
}

/** The stored reviews. */
export interface ReviewRows {
  /** Written with the end of a build. */
  await(due: DueReview): void
  due(): DueReview[]
  /** False when it was made meanwhile. */
  make(row: ReviewRow, tasks: readonly TaskResult[], marks: readonly string[]): boolean
  get(build: BuildId): ReviewRow | undefined
  tasksOf(build: BuildId): TaskResult[]
  list(filter: { project: string | null; before: BuildId | null; limit: number }): ReviewSummary[]
  verdictsOf(build: BuildId): StoredVerdict[]
  judge(build: BuildId, verdict: StoredVerdict): void
  /** Verdicts that the plan was wrong, at a task or a file of these tasks. */
  verdictsOn(tasks: readonly TaskId[]): (StoredVerdict & { key: string })[]
  setDiffers(build: BuildId, ruled: Pick<ReviewRow, 'ruling' | 'differs'>): void
  marksOf(build: BuildId): string[]
  /** Those among the last reviews of its project before it that share a mark with it. */
  like(row: Pick<ReviewRow, 'build' | 'project' | 'endedAt'>, among: number): LikeReview[]
}

type StoredReview = Omit<ReviewRow, 'differs'> & { differs: string }
interface StoredTask extends Omit<
  TaskResult,
  'isFirstPass' | 'hasLesson' | 'planned' | 'changed' | 'failures'
> {
  task: TaskId
  isFirstPass: number
  hasLesson: number
  planned: string
  changed: string
  failures: string
}

export function createReviewRows(sql: Sql): ReviewRows {
  const statements = prepareStatements(sql)
  const { insertDue, due, make, insertTask, insertMark, get, tasks, list, verdicts, judge, rule } = statements
  return {
    await: ({ build, key, endedAt }) => void insertDue.run(build, key, endedAt),
    due: () => due.all(),
    make(row, results, marks) {
      const { build, project, team, outcome, startedAt, madeAt, costUsd, tokens, unknown, ruling } = row
      const values = [
        madeAt,
        project,
        team,
        outcome,
        startedAt,
        row.endedAt,
        costUsd,
        tokens,
        unknown,
        ruling,
      ]
      if (make.run(...values, JSON.stringify(row.differs), build).changes === 0) return false
      for (const [position, one] of results.entries())
        insertTask.run(build, position, project, row.endedAt, ...valuesOf(one))
      for (const mark of marks) insertMark.run(build, mark)
      return true
    },
    get(build) {
      const row = get.get(build)
      return row && { ...row, differs: JSON.parse(row.differs) }
    },
    tasksOf: (build) => tasks.all(build).map(toResult),
    list: ({ project, before, limit }) =>
      list.all(project, project, before, before, limit).map((row) => ({ ...row })),
    verdictsOf: (build) => verdicts.all(build).map((row) => ({ ...row })),
    judge: (build, { subject, verdict, evidence, by, at }) =>
      void judge.run(build, subject, verdict, evidence, by, at),
    verdictsOn: verdictsOn(sql),
    setDiffers: (build, { ruling, differs }) => void rule.run(ruling, JSON.stringify(differs), build),
    marksOf: (build) => statements.marks.all(build).map(({ mark }) => mark),
    like: ({ build, project, endedAt }, among) =>
      statements.like.all(project, endedAt, build, among, build).map(({ shared, ...row }) => ({
        ...row,
        shared: JSON.parse(shared),
      })),
  }
}

function verdictsOn(sql: Sql): ReviewRows['verdictsOn'] {
  const found = sql.prepare<StoredVerdict & { key: string }>(
    `SELECT v.subject, v.verdict, v.evidence, v.by, v.at, r.key FROM review_verdict v JOIN review r USING (build)
     WHERE v.verdict <> 'bad' AND v.build IN (
       SELECT build FROM review_task WHERE task IN (SELECT value FROM json_each(?))
     ) ORDER BY v.at, v.subject LIMIT 200`,
  )
  return (tasks) => found.all(JSON.stringify(tasks)).map((row) => ({ ...row }))
}

// The statements are the type; writing it out again would only repeat the names.
function prepareStatements(sql: Sql) {
  return {
    insertDue: sql.prepare(
      'INSERT INTO review (build, key, endedAt) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    due: sql.prepare<DueReview>(
      'SELECT build, key, endedAt FROM review WHERE madeAt IS NULL ORDER BY build LIMIT 1000',
    ),
    make: sql.prepare(
      `UPDATE review SET madeAt = ?, project = ?, team = ?, outcome = ?, startedAt = ?, endedAt = ?, costUsd = ?, tokens = ?,
         unknown = ?, ruling = ?, differs = ? WHERE build = ? AND madeAt IS NULL`,
    ),
    insertTask: sql.prepare(
      `INSERT INTO review_task (build, position, project, endedAt, task, kind, outcome, isFirstPass, hasLesson, attempts,
         checks, durationMs, costUsd, tokens, planned, changed, more, failures)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertMark: sql.prepare('INSERT INTO review_mark (build, mark) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    get: sql.prepare<StoredReview>(
      `SELECT build, key, project, team, outcome, startedAt, endedAt, madeAt, costUsd, tokens, unknown, ruling, differs
       FROM review WHERE build = ? AND madeAt IS NOT NULL`,
    ),
    tasks: sql.prepare<StoredTask>(
      `SELECT task, kind, outcome, isFirstPass, hasLesson, attempts, checks, durationMs, costUsd, tokens, planned, changed,
         more, failures FROM review_task WHERE build = ? ORDER BY position`,
    ),
    list: sql.prepare<ReviewSummary>(
      `SELECT r.build, r.key, r.project, r.team, r.outcome, r.costUsd, r.tokens, r.startedAt, r.endedAt, r.madeAt,
         count(t.task) AS tasks, count(t.durationMs) AS started,
         coalesce(sum(t.outcome = 'complete'), 0) AS complete, coalesce(sum(t.isFirstPass), 0) AS firstPass,
         json_array_length(r.differs) AS divergences,
         (SELECT count(*) FROM json_each(r.differs) WHERE json_extract(value, '$.label') = 'UNKNOWN') AS unjudged
       FROM review r LEFT JOIN review_task t USING (build)
       WHERE r.madeAt IS NOT NULL AND (? IS NULL OR r.project = ?) AND (? IS NULL OR r.build < ?)
       GROUP BY r.build ORDER BY r.build DESC LIMIT ?`,
    ),
    verdicts: sql.prepare<StoredVerdict>(
      'SELECT subject, verdict, evidence, by, at FROM review_verdict WHERE build = ? ORDER BY subject',
    ),
    judge: sql.prepare(
      `INSERT INTO review_verdict (build, subject, verdict, evidence, by, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET verdict = excluded.verdict, evidence = excluded.evidence, by = excluded.by, at = excluded.at`,
    ),
    rule: sql.prepare('UPDATE review SET ruling = ?, differs = ? WHERE build = ?'),
    marks: sql.prepare<{ mark: string }>('SELECT mark FROM review_mark WHERE build = ? ORDER BY mark'),
    like: sql.prepare<Omit<LikeReview, 'shared'> & { shared: string }>(
      `WITH past AS (
         SELECT build, key, outcome, endedAt FROM review
         WHERE project = ? AND endedAt <= ? AND build <> ? AND madeAt IS NOT NULL ORDER BY endedAt DESC LIMIT ?
       )
       SELECT past.build, past.key, past.outcome, past.endedAt, json_group_array(m.mark) AS shared,
         (SELECT count(*) FROM review_mark WHERE build = past.build) AS marks
       FROM past JOIN review_mark m ON m.build = past.build
       WHERE m.mark IN (SELECT mark FROM review_mark WHERE build = ?)
       GROUP BY past.build`,
    ),
  }
}

function valuesOf(one: TaskResult): (string | number | null)[] {
  const { task, kind, outcome, isFirstPass, hasLesson, attempts, checks, durationMs, costUsd, tokens } = one
  const figures = [Number(isFirstPass), Number(hasLesson), attempts, checks, durationMs, costUsd, tokens]
  const lists = [JSON.stringify(one.planned), JSON.stringify(one.changed), one.more]
  return [task, kind, outcome, ...figures, ...lists, JSON.stringify(one.failures)]
}

function toResult({ isFirstPass, hasLesson, planned, changed, failures, ...rest }: StoredTask): TaskResult {
  return {
    ...rest,
    isFirstPass: isFirstPass === 1,
    hasLesson: hasLesson === 1,
    planned: JSON.parse(planned),
    changed: JSON.parse(changed),
    failures: JSON.parse(failures),
  }
}
