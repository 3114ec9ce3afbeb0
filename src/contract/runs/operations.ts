import { z } from 'zod'
import { everyone, liveOperation, operation, people, readers } from '../operation.ts'
import { EventEnvelope } from '../event-envelope.ts'
import { RunId, TurnId } from '../ids.ts'
import { List } from '../log/schemas.ts'
import { Evidence, RoleKey, Run, RunLimits, TeammateRole } from './schemas.ts'
import { TeamName } from '../teams/schemas.ts'

const maxGoal = 1_000_000
const OfRun = z.object({ run: RunId })
const foundRun = {
  shape: z.object({ status: z.literal('ok'), run: Run }),
  from: (run: Run) => ({ status: 'ok' as const, run }),
}

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
    tool: {
      name: 'run_start',
      title: 'Start a run',
      effect: 'tells',
      description:
        'Gives a goal to a leader that works through it with teammates (product manager, architect, designer, engineers, quality) in the folder of a team, over many turns. Returns at once; look with run_show. `evidence` is what must hold before the run counts as completed.',
      output: foundRun,
    },
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
    tool: {
      name: 'run_list',
      title: 'List runs',
      effect: 'reads',
      description: 'Runs and what they are doing, the newest first.',
      input: z
        .object({
          team: TeamName.optional(),
          open: z.boolean().default(false).describe('Only those that have not ended'),
          limit: z.int().min(1).max(50).default(10),
        })
        .transform(({ open, ...rest }) => ({ state: open ? ('open' as const) : ('all' as const), ...rest })),
    },
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
    tool: {
      name: 'run_stop',
      title: 'Stop a run',
      effect: 'ends',
      description:
        'Ends everything of a run; what was said and written is kept, and run_resume goes on with it.',
      output: foundRun,
    },
  }),
  resumeRun: operation({
    summary: 'Goes on with a run that has ended, in the same conversation',
    input: OfRun.extend({
      message: z.string().max(maxGoal).optional().describe('What the leader is told'),
      limits: RunLimits.partial().optional().describe('New limits; what is left out stays'),
    }),
    output: Run,
    for: people,
    tool: { name: 'run_resume', title: 'Resume a run', effect: 'tells', output: foundRun },
  }),
  tellRun: operation({
    summary: 'Puts a message to the leader of a run; while a turn is under way it waits for that',
    input: OfRun.extend({ message: z.string().trim().min(1).max(maxGoal) }),
    output: z.object({ run: Run, turn: TurnId }),
    for: people,
    tool: {
      name: 'run_tell',
      title: 'Tell a run',
      effect: 'tells',
      output: {
        shape: z.object({ status: z.literal('accepted'), turn: TurnId }),
        from: ({ turn }) => ({
          status: 'accepted',
          turn,
        }),
      },
    },
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
