import { z } from 'zod'
import { prefixedId } from '../ids.ts'
import { TaskId } from '../tasks/schemas.ts'

export const CheckId = prefixedId('chk')
export type CheckId = z.infer<typeof CheckId>

/** How thoroughly a change is checked; a level includes those before it. */
export const CheckLevel = z.enum(['quick', 'standard', 'thorough', 'comprehensive', 'release'])
export type CheckLevel = z.infer<typeof CheckLevel>

/** Where a check is: `held` would have passed but for findings that nobody accepted, `by_hand` waits for a person's tick. */
export const CheckState = z.enum([
  'queued',
  'running',
  'by_hand',
  'held',
  'passed',
  'failed',
  'cancelled',
  'interrupted',
])
export type CheckState = z.infer<typeof CheckState>

/** What was found in a change or in an output that a pass must not hide. */
const FindingKind = z.enum([
  'empty_change',
  'no_tests',
  'test_file_gone',
  'fewer_cases',
  'fewer_assertions',
  'disabled',
  'hollow_assertion',
  'check_changed',
  'not_comparable',
  'changed_meanwhile',
  'own_check',
])

/** One finding of one check, with who accepted it. */
export const Finding = z.object({
  number: z.int().describe('Its number in its check, from 1'),
  kind: FindingKind,
  path: z.string().nullable().describe('The file, from the top of the repository'),
  line: z.int().nullable(),
  words: z.string().describe('What was found, in a sentence'),
  mark: z.string().describe('The same for the same content; an acceptance is of this'),
  acceptedBy: z.string().nullable(),
  acceptedAt: z.int().nullable(),
  note: z.string().nullable().describe('Why it was accepted'),
})
export type Finding = z.infer<typeof Finding>

/** How one command of a check went. */
export const CheckStep = z.object({
  command: z.string(),
  from: z.enum(['task', ...CheckLevel.options]).describe('What asked for it'),
  state: z.enum(['waiting', 'running', 'passed', 'failed', 'cancelled']),
  words: z.string().nullable().describe('Why it did not pass'),
  exit: z.int().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  durationMs: z.int().nullable(),
  bytes: z.int().describe('How much it printed'),
  keptBytes: z.int().describe('How much of that is on disk'),
  file: z.string().nullable().describe('Where its whole output is; null when it was pruned'),
  head: z.string().describe('The first lines it printed'),
  tail: z.string().describe('The last lines; empty when the first are all'),
})
export type CheckStep = z.infer<typeof CheckStep>

/** One run of what proves a task or a change. */
export const Check = z.object({
  check: CheckId,
  task: TaskId.nullable(),
  key: z.string().nullable().describe('The key of the task, such as shop-42'),
  team: z.string(),
  folder: z.string(),
  level: CheckLevel.nullable(),
  base: z
    .string()
    .nullable()
    .describe('The commit the change is compared with; null when nothing was compared'),
  change: z.string().nullable().describe('The same for the same change'),
  state: CheckState,
  words: z.string().nullable().describe('Why it did not pass'),
  failure: z.string().nullable().describe('The failure class of the command that did not pass'),
  manual: z.string().nullable().describe('What a person has to look at'),
  budgetMs: z.int(),
  steps: z.array(CheckStep),
  findings: z.int().describe('How many there are'),
  openFindings: z.int().describe('How many of them nobody accepted'),
  by: z.string(),
  tickedBy: z.string().nullable(),
  createdAt: z.int(),
  endedAt: z.int().nullable(),
})
export type Check = z.infer<typeof Check>
