import { z } from 'zod'
import { namesOneTeam, TellOutcome, TellTarget, withFinalMarked } from '../../contract/index.ts'
import type { Patience, Ways } from '../../teamwork/orchestrator/index.ts'
import { maxAnswer } from './paging.ts'
import { showing } from './progress.ts'
import { defineTool, forRoles, hints, type ToolContext } from './tool.ts'

const maxPatience = 24 * 60 * 60 * 1000

/** A model reads it, so the final message is marked where it stands instead of being told twice. */
const Told = TellOutcome.omit({ final: true })
type Told = z.infer<typeof Told>

const tell = defineTool({
  name: 'team_tell',
  title: 'Tell a team',
  description:
    'Puts a message to the agent of a team and waits for its answer. The message is recorded before anything is waited for, so it cannot be lost; a busy team queues. `timeout`: 0 or absent waits to the end, -1 gives the receipt only, N gives what was said after N ms while the turn goes on. `text` is all that the agent said, in order, its final message marked; of more than 20,000 characters it is the end, and team_report with `turn` and `from` has the rest.',
  input: TellTarget.extend({
    timeout: z.int().min(-1).max(maxPatience).default(0).describe('Patience in ms: -1, 0 or N'),
  }).refine(...namesOneTeam),
  output: Told,
  annotations: hints.tells,
  roles: forRoles.members,
  run: (context, { timeout, ...input }) => put(context, input, patienceOf(timeout)),
})

const quickTell = defineTool({
  name: 'team_quick_tell',
  title: 'Tell a team without waiting',
  description:
    'Puts a message to the agent of a team and returns the receipt at once. The answer is in team_report.',
  input: TellTarget.refine(...namesOneTeam),
  output: Told,
  annotations: hints.tells,
  roles: forRoles.members,
  run: (context, input) => put(context, input, { until: 'accepted' }),
})

/** The tools a caller goes on with. */
const ways: Ways = {
  answer: (ask) => `inbox_answer {"ask": "${ask}"}`,
  read: (team) => `team_report {"team": "${team}"}`,
  readAll: (turn) => `team_report {"turn": "${turn}", "from": 0}`,
}

function patienceOf(timeout: number): Patience {
  if (timeout < 0) return { until: 'accepted' }
  return timeout === 0 ? { until: 'ended' } : { until: 'ended', within: timeout }
}

async function put(context: ToolContext, input: TellTarget, patience: Patience): Promise<Told> {
  const { to, toTeam, message, fromTeam } = input
  const telling = await context.orchestrator.tellBatched(context.caller, {
    to: to ?? toTeam ?? '',
    message,
    patience,
    most: maxAnswer,
    ways,
    reader: 'model',
    ...(fromTeam === undefined ? {} : { fromTeam }),
  })
  const outcome = await (patience.until === 'accepted' ? telling.outcome : showing(telling, context))
  return { ...outcome, text: withFinalMarked(outcome) }
}

/** Tools that put a message to a team. */
export const tellTools = [tell, quickTell]
