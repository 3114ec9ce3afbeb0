import { z } from 'zod'
import { continueDefaults, shouldContinue } from '../continuing.ts'
import { judgeFailure } from '../failure/classify.ts'
import { decidePolicy, failureClasses } from '../policy.ts'
import { checkLevels } from '../check-level.ts'
import { judgeSilence, stuckDefaults } from '../stuck.ts'
import { Count, door, Minutes, Name, Share } from './door.ts'

export const failureDoor = door('failure', {
  summary: 'says from what a tool printed why it failed, and what to do next',
  shape: z.object({
    tool: z.string().default(''),
    command: z.string().default(''),
    exit_code: z.number().int().nullable(),
    signal: z.string().nullable().default(null),
    timed_out: z.boolean().default(false),
    stdout: z.string().default(''),
    stderr: z.string().default(''),
    attempts: Count.default(1),
  }),
  decide: ({ exit_code: exitCode, timed_out: timedOut, ...rest }) =>
    judgeFailure({ ...rest, exitCode, timedOut }),
})

export const policyDoor = door('policy', {
  summary: 'says what to do after a failure of a known class',
  shape: z.object({
    class: z.enum(failureClasses),
    attempts: Count,
    package: Name.optional(),
    installed: z.array(Name).optional(),
    approved: z.array(Name).optional(),
    repeated: z.boolean().optional(),
  }),
  decide: (failed) => decidePolicy(failed),
})

export const continueDoor = door('continue', {
  summary: 'says whether a build goes on after what has failed and how long it took',
  shape: z.object({
    failed: Count,
    critical_failed: Count,
    elapsed_min: Minutes,
    paused_min: Minutes.default(0),
    stop: z.boolean().default(false),
    budget_spent: z.boolean().default(false),
    total: Count.default(0),
    config: z
      .object({
        max_minutes: Minutes.optional(),
        failures: z.object({ max: Count.optional(), share: Share.optional() }).optional(),
      })
      .optional(),
  }),
  decide: (build) =>
    shouldContinue(
      {
        failed: build.failed,
        criticalFailed: build.critical_failed,
        elapsedMin: build.elapsed_min,
        pausedMin: build.paused_min,
        stop: build.stop,
        isBudgetSpent: build.budget_spent,
        total: build.total,
      },
      {
        maxMinutes: build.config?.max_minutes ?? continueDefaults.maxMinutes,
        failures: {
          max: build.config?.failures?.max ?? continueDefaults.failures.max,
          share: build.config?.failures?.share,
        },
      },
    ),
})

export const stuckDoor = door('stuck', {
  summary: 'says whether a task is stuck, and whether to watch, escalate or interrupt',
  shape: z.object({
    phase: z.string(),
    minutes: Minutes,
    waiting: z.enum(['human', 'lock', 'dependency']).nullable().default(null),
    level: z.enum(checkLevels).optional(),
    config: z
      .object({
        minutes: z.number().positive().optional(),
        minutes_of_phase: z.record(z.string(), z.number()).optional(),
      })
      .optional(),
  }),
  decide: ({ config = {}, ...task }) =>
    judgeSilence(task, {
      ...stuckDefaults,
      minutes: config.minutes ?? stuckDefaults.minutes,
      minutesOfPhase: config.minutes_of_phase ?? stuckDefaults.minutesOfPhase,
    }),
})
