import { z } from 'zod'
import { BuildId, BuildOutcome } from '../builds/schemas.ts'
import { LessonId, LessonStatus } from '../lessons/schemas.ts'
import { RulingId } from '../rulings/index.ts'
import { FileAction, TaskId } from '../tasks/schemas.ts'

/** What somebody says of a divergence. */
export const DivergenceVerdict = z.enum(['good', 'bad', 'intentional'])
export type DivergenceVerdict = z.infer<typeof DivergenceVerdict>

/** Where what was done differs from what was planned. */
const ReviewDivergence = z.object({
  type: z.enum(['omission', 'addition', 'modification', 'missing']),
  subject: z.string().describe('The file, or the key of the task'),
  label: z.string().describe('UNKNOWN until somebody judged it and said by what'),
  shownBy: z.string().describe('What of the build shows it, in words'),
  verdict: z
    .object({ verdict: DivergenceVerdict, evidence: z.string(), by: z.string(), at: z.int() })
    .nullable(),
})
export type ReviewDivergence = z.infer<typeof ReviewDivergence>

const sum = {
  tasks: z.int().describe('Tasks of the build'),
  started: z.int().describe('Those that an agent began'),
  complete: z.int(),
  firstPass: z.int().describe('Those that were complete without a failed check of their own'),
  costUsd: z.number(),
  tokens: z.int(),
}

/** A review in a line. */
export const ReviewSummary = z.object({
  build: BuildId,
  key: z.string(),
  project: z.string(),
  team: z.string(),
  outcome: BuildOutcome,
  ...sum,
  divergences: z.int(),
  unjudged: z.int().describe('Divergences that nobody has judged'),
  startedAt: z.int(),
  endedAt: z.int(),
  madeAt: z.int(),
})
export type ReviewSummary = z.infer<typeof ReviewSummary>

const PlannedFile = z.object({ path: z.string(), action: FileAction })

/** A task of a build as it came out. */
export const ReviewTask = z.object({
  task: TaskId,
  key: z.string(),
  title: z.string(),
  outcome: z.enum(['complete', 'failed', 'skipped']),
  why: z.string().nullable(),
  isFirstPass: z.boolean(),
  attempts: z.int(),
  checks: z.int().describe('Checks that ended'),
  failures: z.array(z.string()).describe('The classes of those that failed, the first first'),
  planned: z.array(PlannedFile).describe('Files it was to write'),
  changed: z.array(z.string()).describe('Files it changed'),
  more: z.int().describe('How many further files it changed'),
  commit: z.string().nullable(),
  lessons: z.array(z.string()).describe('Ids of those its agent was given'),
  durationMs: z.int().nullable().describe('Null when it was never begun'),
  costUsd: z.number(),
  tokens: z.int(),
})
export type ReviewTask = z.infer<typeof ReviewTask>

/** A lesson that agents of a build were given, as it is now. */
export const GivenLesson = z.object({
  lesson: LessonId,
  text: z.string(),
  status: LessonStatus,
  confidence: z.number(),
  passed: z.array(z.string()).describe('Keys of tasks with it that passed at once'),
  failed: z.array(z.string()).describe('Keys of those that did not'),
})
export type GivenLesson = z.infer<typeof GivenLesson>

/** What a build was to do and what it did. */
export const Review = ReviewSummary.extend({
  reason: z.string().nullable().describe('How the build ended, in words'),
  unknown: z.string().nullable().describe('Why it is not known what was changed; null when it is'),
  ruling: RulingId.describe('What the rule about divergences decided'),
  work: z.array(ReviewTask),
  differs: z.array(ReviewDivergence),
  given: z.array(GivenLesson),
  learned: z
    .array(z.object({ lesson: LessonId, text: z.string(), status: LessonStatus, from: z.string() }))
    .describe('Lessons its agents recorded'),
  similar: z
    .array(
      z.object({
        build: BuildId,
        key: z.string(),
        outcome: BuildOutcome,
        endedAt: z.int(),
        likeness: z.number().describe('0 to 1'),
        shared: z.array(z.string()).describe('What both had: kinds of files, classes of failures'),
      }),
    )
    .describe('Reviews before it that were like it, the likest first'),
  merges: z
    .array(z.object({ merge: z.string(), into: z.string(), state: z.string(), isUndone: z.boolean() }))
    .describe('Merges of its branch, the newest first'),
})
export type Review = z.infer<typeof Review>

/** How many tasks were begun, and how many of them passed at once. */
const Passes = z.object({
  tasks: z.int(),
  firstPass: z.int(),
  rate: z.number().nullable().describe('Null without a task'),
})
export type Passes = z.infer<typeof Passes>

/** Figures of a project in one span of time. */
export const MetricSpan = z.object({
  at: z.int().describe('When the span begins'),
  builds: z.int(),
  buildMs: z.number().nullable().describe('How long a build took, on average'),
  ...Passes.shape,
  complete: z.int(),
  taskMs: z.number().nullable().describe('How long a task took, on average'),
  costUsd: z.number(),
  tokens: z.int(),
  withLessons: Passes,
  withoutLessons: Passes,
})
export type MetricSpan = z.infer<typeof MetricSpan>

/** What lessons did, among tasks of kinds that there are both with and without them. */
export const LessonEffect = z.object({
  with: Passes,
  without: Passes,
  difference: z
    .number()
    .nullable()
    .describe(
      'How much more often tasks with a lesson passed at once than tasks of the same kind without; null without such',
    ),
})
export type LessonEffect = z.infer<typeof LessonEffect>
