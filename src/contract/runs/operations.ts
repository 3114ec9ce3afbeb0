import { z } from 'zod'
import { everyone, liveOperation, operation, people, readers } from '../operation.ts'
import { EventEnvelope } from '../event-envelope.ts'
import { RunId, TurnId } from '../ids.ts'
import { List } from '../log/schemas.ts'
import { Evidence, RoleKey, Run, RunLimits, TeammateRole } from './schemas.ts'
import { TeamName } from '../teams/schemas.ts'

const maxGoal = 1_000_000
const OfRun = z.object({ run: RunId })

/** What can be done with runs. */
export const operations = {
  startRun: operation({
    summary: 'Gives a goal to a leader with a team of its own, and returns at once',
    input: z.object({
      team: TeamName,
      goal: z.string().trim().min(1).max(maxGoal).describe('What is to be reached'),
      roster: z
        .array(RoleKey)
        .max(32)
        .optional()
        .describe('Roles of the teammates, such as pm, fe, qa; the whole house without'),
      evidence: Evidence.partial().optional(),
      limits: RunLimits.partial()
        .optional()
        .describe('What is left out has its usual limit; null means none'),
    }),
    output: Run,
    for: people,
  }),
  listRuns: operation({
    summary: 'Runs, the newest first',
    input: z.object({
      team: TeamName.optional(),
      state: z.enum(['open', 'all']).default('all'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ runs: z.array(Run) }),
    for: readers,
  }),
  getRun: operation({
    summary: 'One run with its teammates; an agent sees the run it leads',
    input: OfRun,
    output: Run,
    for: everyone,
  }),
  stopRun: operation({
    summary: 'Ends everything of a run within 5 s; what was said is kept',
    input: OfRun,
    output: Run,
    for: people,
  }),
  resumeRun: operation({
    summary: 'Goes on with a run that has ended, in the same conversation',
    input: OfRun.extend({
      message: z.string().max(maxGoal).optional().describe('What the leader is told'),
      limits: RunLimits.partial().optional().describe('New limits; what is left out stays'),
    }),
    output: Run,
    for: people,
  }),
  tellRun: operation({
    summary: 'Puts a message to the leader of a run; while a turn is under way it waits for that',
    input: OfRun.extend({ message: z.string().trim().min(1).max(maxGoal) }),
    output: z.object({ run: Run, turn: TurnId }),
    for: people,
  }),
  readRunEvents: liveOperation({
    summary:
      'A page of what happened in a run; with `Accept: text/event-stream`, the live stream after `Last-Event-ID`',
    input: OfRun.extend({
      after: z.coerce.number().int().min(0).default(0).describe('Events after this number'),
      limit: z.coerce.number().int().min(1).max(1000).default(500),
      types: List.optional().describe('Only these event types'),
    }),
    output: z.object({
      events: z.array(EventEnvelope),
      next: z.int().describe('Pass as `after` to go on'),
      head: z.int().describe('The number of the newest event'),
    }),
    for: readers,
  }),
  listRoles: operation({
    summary: 'The roles a roster may name, those of the project first, and what is wrong with their files',
    input: z.object({ team: TeamName }),
    output: z.object({ roles: z.array(TeammateRole), mistakes: z.array(z.string()) }),
    for: readers,
  }),
}
