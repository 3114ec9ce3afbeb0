import { z } from 'zod'
import { BuildId } from '../builds/schemas.ts'
import { CheckId, CheckLevel } from '../checks/schemas.ts'
import { AskId, prefixedId } from '../ids.ts'
import { TaskId } from '../tasks/schemas.ts'

export const ValidationId = prefixedId('val')
export type ValidationId = z.infer<typeof ValidationId>

/** Where a validation is: `asked` waits for the level, `held` passed but for findings that nobody accepted. */
export const ValidationState = z.enum([
  'waiting',
  'asked',
  'checking',
  'passed',
  'held',
  'failed',
  'cancelled',
  'interrupted',
])
export type ValidationState = z.infer<typeof ValidationState>

/** What a command is there for. */
export const CommandPurpose = z.enum(['tests', 'coverage', 'lint', 'security', 'other'])
export type CommandPurpose = z.infer<typeof CommandPurpose>

/** What became of an issue: a task was made of it, a person looks after it, its risk was accepted, or it was left. */
const IssueDecision = z.object({
  what: z.enum(['task', 'by_hand', 'accepted', 'left']),
  by: z.string(),
  task: z.string().nullable().describe('The key of the task that was made of it'),
})

/** Something that a validation found. */
export const ValidationIssue = z.object({
  number: z.int().describe('Its number in its validation, from 1'),
  kind: z.enum([...CommandPurpose.options, 'finding']),
  severity: z.enum(['critical', 'warning']),
  title: z.string(),
  details: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  command: z.string().nullable().describe('The command that shows it'),
  decision: IssueDecision.nullable(),
})
export type ValidationIssue = z.infer<typeof ValidationIssue>

/** How much of the code its tests ran, by a report or a line that the project declares. */
const Coverage = z.object({
  percent: z.number(),
  threshold: z.number().nullable(),
  from: z.string().describe('The report, or the command that printed it'),
  uncovered: z
    .array(z.object({ path: z.string(), percent: z.number() }))
    .describe('The files with the most lines that no test runs; empty when the report names none'),
})

const Verdict = z.enum(['passed', 'failed']).nullable()

/** The checks of a level on a whole change, and what they say. */
export const Validation = z.object({
  validation: ValidationId,
  of: z.string().describe('The build, the task or the team that is validated'),
  build: BuildId.nullable(),
  task: TaskId.nullable(),
  team: z.string(),
  level: CheckLevel.nullable(),
  suggested: CheckLevel.nullable(),
  why: z.string().nullable().describe('Why that level is suggested'),
  state: ValidationState,
  words: z.string().nullable().describe('How it ended, in words'),
  check: CheckId.nullable(),
  ask: AskId.nullable().describe('Where the level is asked for'),
  tests: z
    .int()
    .nullable()
    .describe('How many ran, by the words of their runners; null when they say nothing'),
  coverage: Coverage.nullable().describe('Null when nothing that the project declares says it'),
  lint: Verdict,
  security: Verdict,
  issues: z.array(ValidationIssue),
  notes: z.array(z.string()).describe('What could not be read, and why'),
  by: z.string(),
  createdAt: z.int(),
  endedAt: z.int().nullable(),
})
export type Validation = z.infer<typeof Validation>
