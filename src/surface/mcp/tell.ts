import { z } from 'zod'
import { TeamName, TellOutcome } from '../../contract/index.ts'
import type { Patience } from '../../teamwork/orchestrator/index.ts'
import { showing } from './progress.ts'
import { defineTool, forRoles, hints, type ToolContext } from './tool.ts'

const longestPatience = 24 * 60 * 60 * 1000

const target = {
  to: TeamName.optional().describe('The team to tell'),
  toTeam: TeamName.optional().describe('The same as `to`'),
  message: z.string().describe('What to tell it'),
  fromTeam: TeamName.optional().describe('Speak for this team; only people may'),
}
type Target = z.output<z.ZodObject<typeof target>>
const namesOne = ({ to, toTeam }: Pick<Target, 'to' | 'toTeam'>): boolean =>
  (to === undefined) !== (toTeam === undefined)
const otherwise = { path: ['to'], message: 'name one team, in `to`' }

const tell = defineTool({
  name: 'team_tell',
  title: 'Tell a team',
  description:
    'Puts a message to the agent of a team and waits for its answer. The message is recorded before anything is waited for, so it cannot be lost; a busy team queues. `timeout`: 0 or absent waits to the end, -1 gives the receipt only, N gives what was said after N ms while the turn goes on.',
  input: z
    .object({
      ...target,
      timeout: z.int().min(-1).max(longestPatience).default(0).describe('Patience in ms: -1, 0 or N'),
    })
    .refine(namesOne, otherwise),
  output: TellOutcome,
  annotations: hints.tells,
  roles: forRoles.members,
  run: (context, { timeout, ...input }) => put(context, input, patienceOf(timeout)),
})

const quickTell = defineTool({
  name: 'team_quick_tell',
  title: 'Tell a team without waiting',
  description:
    'Puts a message to the agent of a team and returns the receipt at once. The answer is in team_report.',
  input: z.object(target).refine(namesOne, otherwise),
  output: TellOutcome,
  annotations: hints.tells,
  roles: forRoles.members,
  run: (context, input) => put(context, input, { until: 'accepted' }),
})

function patienceOf(timeout: number): Patience {
  if (timeout < 0) return { until: 'accepted' }
  return timeout === 0 ? { until: 'ended' } : { until: 'ended', within: timeout }
}

async function put(context: ToolContext, input: Target, patience: Patience): Promise<TellOutcome> {
  const { to, toTeam, message, fromTeam } = input
  const telling = await context.orchestrator.tellSoon(context.caller, {
    to: to ?? toTeam ?? '',
    message,
    patience,
    ...(fromTeam === undefined ? {} : { fromTeam }),
  })
  return patience.until === 'accepted' ? telling.outcome : showing(telling, context)
}

/** Tools that put a message to a team. */
export const tellTools = [tell, quickTell]
