import { z } from 'zod'
import { Session, TeamName, TurnId } from '../../contract/index.ts'
import { defineTool, forRoles, hints } from './tool.ts'

const retry = defineTool({
  name: 'session_retry',
  title: 'Run again what met a limit',
  description:
    'Turns that ended at the account limit or at a budget are taken up again by themselves when that is lifted. This runs them now, of one team, one turn or all; with `leave` they are dropped instead.',
  input: z.object({
    team: TeamName.optional(),
    turn: TurnId.optional(),
    leave: z.boolean().default(false).describe('Drop them: they are not run again'),
  }),
  output: z.object({ status: z.enum(['running', 'left', 'nothing_waits']), turns: z.array(TurnId) }),
  annotations: hints.ends,
  roles: forRoles.people,
  async run({ orchestrator, caller }, { leave, ...of }) {
    const { turns } = leave ? await orchestrator.leave(of) : orchestrator.retry(caller, of)
    return { status: turns.length === 0 ? 'nothing_waits' : leave ? 'left' : 'running', turns }
  },
})

const cacheClear = defineTool({
  name: 'team_cache_clear',
  title: 'Wipe a conversation',
  description:
    'Wipes the conversation of the agent with you: it forgets all you talked about, its process ends and a turn under way is stopped, as with session_reboot. It frees no space and deletes nothing recorded: team_report and team_cache_read still show it.',
  input: z.object({ team: TeamName }),
  output: z.object({ status: z.literal('cleared'), session: Session }),
  annotations: hints.ends,
  roles: forRoles.people,
  run: async ({ orchestrator, caller }, { team }) => ({
    status: 'cleared',
    session: await orchestrator.reboot(caller, team),
  }),
})

/** Tools that act on the session of the caller with a team. */
export const sessionTools = [retry, cacheClear]
