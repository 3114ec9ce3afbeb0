import { z } from 'zod'
import { Session, SessionId, TeamName, TurnId } from '../../contract/index.ts'
import { defineTool, forRoles, hints, type ToolContext } from './tool.ts'

const input = z.object({ team: TeamName })

const cancel = defineTool({
  name: 'session_cancel',
  title: 'Stop a turn',
  description:
    'Interrupts the turn a team is in with you; it ends as stopped and what was said is kept. Queued turns stay: name one as turn to drop it before it reaches the agent.',
  input: input.extend({ turn: TurnId.optional().describe('This turn, running or queued') }),
  output: z.object({
    status: z.enum(['stopped', 'cancelled', 'nothing_running']),
    turn: TurnId.nullable(),
    advice: z.string().nullable(),
  }),
  annotations: hints.ends,
  roles: forRoles.members,
  async run({ orchestrator, caller }, input) {
    const { turn, how, advice } = await orchestrator.cancel(caller, input.team, input.turn)
    if (turn === null) return { status: 'nothing_running', turn, advice }
    return { status: how === 'cancelled' ? 'cancelled' : 'stopped', turn, advice }
  },
})

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

const reboot = defineTool({
  name: 'session_reboot',
  title: 'Start a conversation anew',
  description:
    'Ends the agent and gives your session with the team an empty conversation. Recorded turns and lines stay.',
  input,
  output: z.object({ status: z.literal('rebooted'), session: Session }),
  annotations: hints.ends,
  roles: forRoles.people,
  run: async (context, { team }) => ({ status: 'rebooted', session: await rebooted(context, team) }),
})

const cacheClear = defineTool({
  name: 'team_cache_clear',
  title: 'Wipe a conversation',
  description:
    'Wipes the conversation of the agent with you: it forgets all you talked about, its process ends and a turn under way is stopped, as with session_reboot. It frees no space and deletes nothing recorded: team_report and team_cache_read still show it.',
  input,
  output: z.object({ status: z.literal('cleared'), session: Session }),
  annotations: hints.ends,
  roles: forRoles.people,
  run: async (context, { team }) => ({ status: 'cleared', session: await rebooted(context, team) }),
})

function rebooted({ orchestrator, caller }: ToolContext, team: string): Promise<Session> {
  return orchestrator.reboot(caller, team)
}

const remove = defineTool({
  name: 'session_delete',
  title: 'Delete a session',
  description:
    'Ends the agent, drops queued turns and forgets your session with the team. The event log keeps what happened.',
  input,
  output: z.object({ status: z.enum(['deleted', 'not_there']), session: SessionId.nullable() }),
  annotations: hints.ends,
  roles: forRoles.people,
  async run({ orchestrator, caller }, { team }) {
    const { session } = await orchestrator.remove(caller, team)
    return { status: session === null ? 'not_there' : 'deleted', session }
  },
})

const fork = defineTool({
  name: 'session_fork',
  title: 'Open a copy in a terminal',
  description: 'The command that opens a copy of the conversation in your own terminal. Runs nothing.',
  input,
  output: z.object({
    status: z.literal('ok'),
    command: z.string(),
    cwd: z.string(),
    conversation: z.string(),
  }),
  annotations: hints.reads,
  roles: forRoles.people,
  run: ({ orchestrator, caller }, { team }) => ({ status: 'ok', ...orchestrator.fork(caller, team) }),
})

/** Tools that act on the session of the caller with a team. */
export const sessionTools = [cancel, retry, reboot, cacheClear, remove, fork]
