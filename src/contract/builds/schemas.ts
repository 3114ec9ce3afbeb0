import { z } from 'zod'
import { CheckId } from '../checks/schemas.ts'
import { prefixedId, SessionId, TurnId } from '../ids.ts'
import { TaskId } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'

export const BuildId = prefixedId('bld')
export type BuildId = z.infer<typeof BuildId>

/** A build's id or its key, such as `shop-b3`. */
export const BuildName = z
  .string()
  .regex(/^(?:bld_[0-9a-z]{26}|[a-z0-9][a-z0-9-]*-b[1-9]\d*)$/, 'a key such as shop-b3, or an id')
  .describe('Its key, such as shop-b3, or its id')

/** How a build ended. */
export const BuildOutcome = z.enum(['complete', 'partial', 'failed', 'stopped'])
export type BuildOutcome = z.infer<typeof BuildOutcome>

/** Where a build is. */
export const BuildState = z.enum([
  'priming',
  'waiting_for_yes',
  'working',
  'paused',
  'ending',
  ...BuildOutcome.options,
])
export type BuildState = z.infer<typeof BuildState>

/** What a task of a build is at; the same words as the steps of the spec. */
export const WorkStep = z.enum([
  'waiting',
  'lease',
  'worktree',
  'agent',
  'check',
  'later',
  'asked',
  'complete',
  'failed',
  'skipped',
])
export type WorkStep = z.infer<typeof WorkStep>

/** What a build may use. */
export const BuildLimits = z.object({
  minutes: z.coerce
    .number()
    .positive()
    .max(10_080)
    .default(120)
    .describe('Working time, without waiting for people'),
  usd: z.coerce
    .number()
    .positive()
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe('Money; null is no limit'),
  failures: z.coerce.number().int().min(0).max(1000).default(3).describe('It stops when more tasks failed'),
  tokens: z.coerce
    .number()
    .int()
    .positive()
    .max(1e12)
    .nullable()
    .default(null)
    .describe('Tokens read, written and put into the cache; null is no limit'),
  taskUsd: z.coerce
    .number()
    .positive()
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe('Money for one task; at it a person is asked. null is no limit'),
})
export type BuildLimits = z.infer<typeof BuildLimits>

/** A task as a build has it. */
export const BuildTask = z.object({
  task: TaskId,
  key: z.string(),
  title: z.string(),
  step: WorkStep,
  why: z.string().nullable().describe('What it waits for, or how it ended, in words'),
  attempts: z.int(),
  session: SessionId.nullable(),
  turn: TurnId.nullable(),
  check: z.string().nullable().describe('Its last check'),
  commit: z.string().nullable().describe('What it came to'),
  ask: z.string().nullable(),
  lessons: z.array(z.string()).describe('Ids of the lessons its agent was given'),
  costUsd: z.number(),
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
})
export type BuildTask = z.infer<typeof BuildTask>

/** A check that was tried on the base before anything was worked. */
export const PrimedCheck = z.object({ command: z.string(), passed: z.boolean(), check: CheckId })
export type PrimedCheck = z.infer<typeof PrimedCheck>

/** Tasks being worked. */
export const Build = z.object({
  build: BuildId,
  key: z.string(),
  project: z.string(),
  team: TeamName,
  state: BuildState,
  why: z.string().nullable().describe('Why it is not at work, or how it ended, in words'),
  base: z.string().nullable().describe('The commit it began at'),
  branch: z.string().nullable().describe('Where its tasks are merged in order'),
  parallel: z.int(),
  limits: BuildLimits,
  check: z.string().nullable().describe('What proves tasks that declare no check of their own'),
  unproved: z.int().describe('How many tasks have no check at all'),
  primed: z.array(PrimedCheck).describe('Those that were tried so far'),
  checks: z.int().describe('How many different checks its tasks have'),
  waves: z.array(z.array(z.string())).describe('Keys of tasks that wait for none of the same wave'),
  estimateUsd: z
    .number()
    .nullable()
    .describe('What tasks cost before, times how many there are; null without a past'),
  tasks: z.array(BuildTask),
  costUsd: z.number(),
  tokens: z.int(),
  by: z.string(),
  partOf: z
    .string()
    .nullable()
    .describe('The key of the build whose agent gave it out: it began there, and its work goes there'),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
})
export type Build = z.infer<typeof Build>
