import { z } from 'zod'
import { operation, people, readers } from '../operation.ts'
import { TaskName } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'
import { Check, CheckId, CheckLevel, CheckState, Finding } from './schemas.ts'

const OfCheck = z.object({ check: CheckId })
const Note = z.string().trim().min(1).max(2000)
const maxSlice = 256 * 1024

/** What is to be checked. */
const Subject = z.object({
  task: TaskName.optional().describe('Runs its declared check'),
  team: TeamName.optional().describe('Checks the folder of this team; needed when there is no task'),
  base: z
    .string()
    .regex(/^[^-\0\s][^\0\s]{0,199}$/, 'a commit, a branch or a tag')
    .optional()
    .describe('The commit the change is compared with; HEAD unless said'),
})

/** What can be done with checks. */
export const operations = {
  listChecks: operation({
    summary: 'Checks, the newest first',
    input: z.object({
      task: TaskName.optional(),
      team: TeamName.optional(),
      state: CheckState.optional(),
      before: CheckId.optional().describe('Checks older than this one: pass `next` of the slice before'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ checks: z.array(Check), next: CheckId.nullable() }),
    for: readers,
  }),
  runCheck: operation({
    summary: 'Starts the check of a task, or of a level in the folder of a team',
    input: Subject.extend({ level: CheckLevel.optional() }),
    output: Check,
    for: people,
  }),
  suggestCheckLevel: operation({
    summary: 'The level that a change deserves',
    input: Subject,
    output: z.object({ level: CheckLevel, why: z.string(), files: z.int() }),
    for: readers,
  }),
  getCheck: operation({ summary: 'One check', input: OfCheck, output: Check, for: readers }),
  readCheckOutput: operation({
    summary: 'A slice of what a command of a check printed, stdout and stderr as they came',
    input: OfCheck.extend({
      step: z.coerce.number().int().min(1).default(1),
      after: z.coerce.number().int().min(0).default(0).describe('Pass `next` of the slice before'),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(maxSlice)
        .default(64 * 1024),
    }),
    output: z.object({
      text: z.string(),
      next: z.int(),
      isEnd: z.boolean().describe('Nothing more will come'),
      left: z.int().describe('Bytes that were not kept, right before this slice'),
    }),
    for: readers,
  }),
  listFindings: operation({
    summary: 'What a check found in the change',
    input: OfCheck.extend({
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    }),
    output: z.object({ findings: z.array(Finding), next: z.int().nullable() }),
    for: readers,
  }),
  acceptFindings: operation({
    summary: 'Lets a check pass in spite of findings, for exactly this content',
    input: OfCheck.extend({
      findings: z.array(z.int().min(1)).min(1).max(500).describe('Their numbers'),
      note: Note.optional(),
    }),
    output: Check,
    for: people,
  }),
  tickCheck: operation({
    summary: 'Says how a check by hand went',
    input: OfCheck.extend({ ok: z.boolean(), note: Note.optional() }),
    output: Check,
    for: people,
  }),
  cancelCheck: operation({
    summary: 'Ends a check that is under way',
    input: OfCheck,
    output: Check,
    for: people,
  }),
}
