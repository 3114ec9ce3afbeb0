import { z } from 'zod'
import { calls, IrisError, Run, RunId, TeamName, TurnId, type RunId as Id } from '../../contract/index.ts'
import { defineTool, forRoles, hints, type ToolContext } from './tool.ts'

const run = RunId
const found = z.object({ status: z.literal('ok'), run: Run })

const start = defineTool({
  name: 'run_start',
  title: 'Start a run',
  description:
    'Gives a goal to a leader that works through it with teammates (product manager, architect, designer, engineers, quality) in the folder of a team, over many turns. Returns at once; look with run_show. `evidence` is what must hold before the run counts as completed.',
  input: calls.startRun.input,
  output: found,
  annotations: hints.tells,
  roles: forRoles.people,
  run: async ({ runs }, input) => ({ status: 'ok', run: await runs.start(input) }),
})

const list = defineTool({
  name: 'run_list',
  title: 'List runs',
  description: 'Runs and what they are doing, the newest first.',
  input: z.object({
    team: TeamName.optional(),
    open: z.boolean().default(false).describe('Only those that have not ended'),
    limit: z.int().min(1).max(50).default(10),
  }),
  output: z.object({ status: z.literal('ok'), runs: z.array(Run) }),
  annotations: hints.reads,
  roles: forRoles.lookers,
  run: ({ runs }, { team, open, limit }) => ({
    status: 'ok',
    runs: runs.list({ ...(team ? { team } : {}), isOpen: open, limit }),
  }),
})

const show = defineTool({
  name: 'run_show',
  title: 'Look at a run',
  description:
    'One run: its state, who works on what, cost, evidence. A leader sees its own without `run`. When `state` is waiting_on_you, `asks` names what waits for a person: inbox_list shows it with its options, inbox_answer answers it. A run that rests before its goal is reached asks so how it goes on: go on, words of your own for what is missing, accept it as it is, or stop it.',
  input: z.object({ run: run.optional() }),
  output: found,
  annotations: hints.reads,
  roles: forRoles.lookersAndLeaders,
  run: (context, input) => ({ status: 'ok', run: context.runs.get(wanted(context, input.run)) }),
})

const stop = defineTool({
  name: 'run_stop',
  title: 'Stop a run',
  description: 'Ends everything of a run; what was said and written is kept, and run_resume goes on with it.',
  input: z.object({ run }),
  output: found,
  annotations: hints.ends,
  roles: forRoles.people,
  run: async ({ runs }, input) => ({ status: 'ok', run: await runs.stop(input.run, 'user') }),
})

const resume = defineTool({
  name: 'run_resume',
  title: 'Resume a run',
  description: 'Goes on with a run that has ended, in the same conversation.',
  input: calls.resumeRun.input,
  output: found,
  annotations: hints.tells,
  roles: forRoles.people,
  run: ({ runs }, { run, message, limits }) => ({
    status: 'ok',
    run: runs.resume(run, 'user', { ...(message ? { message } : {}), ...(limits ? { limits } : {}) }),
  }),
})

const tell = defineTool({
  name: 'run_tell',
  title: 'Tell a run',
  description: 'Puts a message to the leader of a run; while a turn is under way it waits for that.',
  input: calls.tellRun.input,
  output: z.object({ status: z.literal('accepted'), turn: TurnId }),
  annotations: hints.tells,
  roles: forRoles.people,
  run: ({ runs }, { run, message }) => ({ status: 'accepted', turn: runs.tell(run, message) }),
})

const complete = defineTool({
  name: 'run_complete',
  title: 'Say that your run is complete',
  description:
    'For the leader of a run: says that the goal is reached. Iris then checks the declared evidence itself and ends the run as completed, or as completed_unverified when it does not hold or nothing changed since the start. Call it once, at the very end.',
  input: z.object({
    summary: z.string().min(1).max(20_000).describe('What was done, and how it was proved'),
  }),
  output: z.object({
    status: z.string(),
    reason: z.string().nullable(),
    checks: Run.shape.checks,
  }),
  annotations: hints.ends,
  roles: forRoles.leaders,
  async run({ runs, caller, signal, toolUse }, { summary }) {
    if (!caller.session) throw new IrisError('FORBIDDEN', 'Only the leader of a run can say this.')
    const ended = await runs.complete(caller.session, summary, { signal, toolUse })
    return { status: ended.verdict, reason: ended.run.reason, checks: ended.run.checks }
  },
})

/** A person names the run; a leader means its own. */
function wanted({ caller, runs }: ToolContext, id: Id | undefined): Id {
  const own = caller.session && runs.ledBy(caller.session)
  if (own && (id === undefined || id === own)) return own
  if (own || caller.kind === 'agent')
    throw new IrisError('FORBIDDEN', 'A leader may look at its own run only.')
  if (id === undefined) throw new IrisError('INPUT_INVALID', 'Say which run.')
  return id
}

/** Tools about runs. */
export const runTools = [start, list, show, stop, resume, tell, complete]
