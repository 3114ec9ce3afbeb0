import { z } from 'zod'
import { BuildName } from '../builds/schemas.ts'
import { CheckId, CheckLevel } from '../checks/schemas.ts'
import { defineEvent } from '../event-definition.ts'
import { AskId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, people, readers } from '../operation.ts'
import { TaskName } from '../tasks/schemas.ts'
import { TeamName } from '../teams/schemas.ts'
import { plainValidations } from './plain.ts'
import { Validation, ValidationId, ValidationState } from './schemas.ts'

export { CommandPurpose, Validation, ValidationId, ValidationIssue, ValidationState } from './schemas.ts'

const About = { validation: ValidationId, of: z.string(), team: z.string() }
const OfValidation = z.object({ validation: ValidationId })

/** The checks of a level on a whole change, and what they say of tests, coverage, lint and security. */
export const validationsNoun = defineNoun(plainValidations, {
  ids: [ValidationId],
  events: {
    'validation.started': defineEvent(1, z.object({ ...About, level: CheckLevel, check: CheckId })),
    'validation.asked': defineEvent(1, z.object({ ...About, ask: AskId, event: z.string() })),
    'validation.ended': defineEvent(
      1,
      z.object({
        ...About,
        level: CheckLevel.nullable(),
        state: ValidationState,
        words: z.string(),
        tests: z.int().nullable(),
        coverage: z.number().nullable(),
        issues: z.int(),
      }),
    ),
    'validation.decided': defineEvent(
      1,
      z.object({
        ...About,
        issues: z.array(z.int()),
        what: z.string(),
        tasks: z.array(z.string()),
        by: z.string(),
      }),
    ),
  },
  operations: {
    listValidations: operation({
      summary: 'Validations, the newest first',
      input: z.object({
        build: BuildName.optional(),
        team: TeamName.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      output: z.object({ validations: z.array(Validation) }),
      for: readers,
    }),
    startValidation: operation({
      summary:
        'Runs the commands of a level on a build, a task or the folder of a team, and says what they found',
      input: z.object({
        build: BuildName.optional(),
        task: TaskName.optional(),
        team: TeamName.optional(),
        level: CheckLevel.optional().describe('What the change deserves unless said'),
      }),
      output: Validation,
      for: people,
    }),
    getValidation: operation({
      summary: 'One validation with its issues',
      input: OfValidation,
      output: Validation,
      for: readers,
    }),
    cancelValidation: operation({
      summary: 'Ends a validation with all it started',
      input: OfValidation,
      output: Validation,
      for: people,
    }),
  },
})
