import { z } from 'zod'
import { IrisError, Run, RunId } from '../../contract/index.ts'
import { defineTool, forRoles, hints, type ToolContext } from './tool.ts'

const show = defineTool({
  name: 'run_show',
  title: 'Look at a run',
  description:
    'One run: its state, who works on what, cost, evidence. A leader sees its own without `run`. When `state` is waiting_on_you, `asks` names what waits for a person: inbox_list shows it with its options, inbox_answer answers it. A run that rests before its goal is reached asks so how it goes on: go on, words of your own for what is missing, accept it as it is, or stop it.',
  input: z.object({ run: RunId.optional() }),
  output: z.object({ status: z.literal('ok'), run: Run }),
  annotations: hints.reads,
  roles: forRoles.lookersAndLeaders,
  run: (context, input) => ({ status: 'ok', run: context.runs.get(wanted(context, input.run)) }),
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
function wanted({ caller, runs }: ToolContext, id: RunId | undefined): RunId {
  const own = caller.session && runs.ledBy(caller.session)
  if (own && (id === undefined || id === own)) return own
  if (own || caller.kind === 'agent')
    throw new IrisError('FORBIDDEN', 'A leader may look at its own run only.')
  if (id === undefined) throw new IrisError('INPUT_INVALID', 'Say which run.')
  return id
}

/** Tools about runs. */
export const runTools = [show, complete]
