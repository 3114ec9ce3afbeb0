import { z } from 'zod'
import { operation, people, readers } from '../operation.ts'
import { SessionId } from '../ids.ts'
import { OfSession, OfTeam, Session, SessionCursor, TeamName } from './schemas.ts'

/** What can be done with sessions. A team means the session of the caller with it. */
export const sessionOperations = {
  rebootSession: operation({
    summary: 'Ends the agent and starts a new conversation in the same session',
    input: OfSession,
    output: z.object({ session: Session }),
    for: people,
    tool: {
      name: 'session_reboot',
      title: 'Start a conversation anew',
      effect: 'ends',
      description:
        'Ends the agent and gives your session with the team an empty conversation. Recorded turns and lines stay.',
      input: OfTeam,
      output: {
        shape: z.object({ status: z.literal('rebooted'), session: Session }),
        from: ({ session }) => ({
          status: 'rebooted',
          session,
        }),
      },
    },
  }),
  removeSession: operation({
    summary: 'Ends the agent, drops queued turns and forgets the session; the log stays',
    input: OfSession,
    output: z.object({ session: SessionId.nullable() }),
    for: people,
    tool: {
      name: 'session_delete',
      title: 'Delete a session',
      effect: 'ends',
      description:
        'Ends the agent, drops queued turns and forgets your session with the team. The event log keeps what happened.',
      input: OfTeam,
      output: {
        shape: z.object({ status: z.enum(['deleted', 'not_there']), session: SessionId.nullable() }),
        from: ({ session }) => ({ status: session === null ? 'not_there' : 'deleted', session }),
      },
    },
  }),
  forkSession: operation({
    summary: 'The command that opens a copy of the conversation in a terminal',
    input: OfSession,
    output: z.object({ command: z.string(), cwd: z.string(), conversation: z.string() }),
    for: people,
    tool: {
      name: 'session_fork',
      title: 'Open a copy in a terminal',
      effect: 'reads',
      description: 'The command that opens a copy of the conversation in your own terminal. Runs nothing.',
      input: OfTeam,
    },
  }),
  listSessions: operation({
    summary: 'The sessions, or those with one team, in pages; the last used first',
    input: z.object({
      team: TeamName.optional(),
      before: SessionCursor.optional().describe('`next` of the page before'),
      limit: z.coerce.number().int().min(1).max(500).default(500),
    }),
    output: z.object({
      sessions: z.array(Session),
      next: SessionCursor.nullable().describe('Pass as `before` to go on; null at the end'),
    }),
    for: readers,
  }),
}
