import { z } from 'zod'
import { defineEvent } from '../event-definition.ts'
import { defineNoun } from '../noun.ts'
import { operation, people, readers } from '../operation.ts'
import { plainUsage } from './plain.ts'

/** What was used by one team with one model within one span of time. */
const UsageRow = z.object({
  at: z.int().describe('When the span begins'),
  team: z.string(),
  model: z.string().nullable().describe('The one that cost most in the turn; null for turns of before'),
  turns: z.int(),
  costUsd: z.number(),
  rehearsedUsd: z.number().describe('What rehearsed turns would have cost; nobody pays it'),
  input: z.int(),
  output: z.int(),
  cacheRead: z.int(),
  cacheWrite: z.int(),
})
export type UsageRow = z.infer<typeof UsageRow>

/** A budget of config.yaml and what was spent of it. */
const BudgetUse = z.object({
  team: z.string().nullable().describe('Whose it is; null for all teams together'),
  span: z.enum(['day', 'total']),
  limitUsd: z.number(),
  spentUsd: z.number(),
})
export type BudgetUse = z.infer<typeof BudgetUse>

/** What use is counted for besides its team. */
const ScopeKind = z.enum(['team', 'run', 'build', 'task', 'seat', 'project', 'stage', 'agent'])
export type ScopeKind = z.infer<typeof ScopeKind>

/** A budget of a build, a task or the like, and what was used of it. */
const ScopeUse = z.object({
  kind: ScopeKind,
  name: z.string(),
  span: z.enum(['day', 'total']),
  limitUsd: z.number().nullable(),
  limitTokens: z.int().nullable(),
  usedUsd: z.number(),
  usedTokens: z.int().describe('Read, written and put into the cache; what was read from it is not counted'),
})
export type ScopeUse = z.infer<typeof ScopeUse>

/** What holds agents back or soon will. */
const Limits = z.object({
  budgets: z.array(BudgetUse),
  scopes: z.array(ScopeUse).default([]).describe('Budgets of builds, tasks and the like; the newest 100'),
  quotaUntil: z.int().nullable().describe('Until when the account is at its limit; null when it is not'),
  disk: z
    .object({ free: z.int(), size: z.int() })
    .nullable()
    .describe('Bytes of the disk that holds the Iris home; null where not known'),
  missing: z
    .array(z.object({ team: z.string(), what: z.enum(['agent', 'folder']), path: z.string() }))
    .describe('Teams of this machine whose agent or folder is not there'),
})
export type Limits = z.infer<typeof Limits>

/** What agents use, and what holds them back. */
export const usageNoun = defineNoun(plainUsage, {
  ids: [],
  events: {
    'usage.recorded': defineEvent(
      1,
      z.object({
        team: z.string(),
        costUsd: z.number(),
        input: z.int(),
        output: z.int(),
        cacheRead: z.int(),
        cacheWrite: z.int(),
        rehearsed: z.boolean(),
        model: z.string().optional(),
      }),
    ),
    'quota.reached': defineEvent(1, z.object({ until: z.int(), window: z.string() })),
    'quota.lifted': defineEvent(1, z.object({ until: z.int(), by: z.string().optional() })),
  },
  operations: {
    readUsage: operation({
      summary: 'Tokens and cost by team and model in spans of time',
      input: z.object({
        since: z.coerce.number().int().min(0).describe('Where the first span begins, in ms'),
        span: z.enum(['hour', 'day']).default('day'),
      }),
      output: z.object({ usage: z.array(UsageRow) }),
      for: readers,
    }),
    readLimits: operation({
      summary: 'What holds agents back or soon will: budgets, the account, the disk, what is not installed',
      input: z.object({}),
      output: Limits,
      for: readers,
    }),
    liftQuota: operation({
      summary: 'Lets everything go on before the account limit is reset, as far as the account allows',
      input: z.object({}),
      output: z.object({
        until: z.int().nullable().describe('Until when it would have held; null when nothing was held'),
      }),
      for: people,
    }),
  },
})
