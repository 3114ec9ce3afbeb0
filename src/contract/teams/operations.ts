import { z } from 'zod'
import { everyone, Nothing, operation, people, readers, tellers } from '../operation.ts'
import { SessionId, TurnId } from '../ids.ts'
import {
  namesOneTeam,
  Session,
  SessionCursor,
  TeamName,
  TeamSummary,
  TellOutcome,
  TellTarget,
  Turn,
  TurnEnding,
} from './schemas.ts'

const maxWait = 86_400_000
const OfTeam = z.object({ team: TeamName })
/** Which session with the team: the caller's own, or for a person that of another team. */
const OfSession = OfTeam.extend({
  fromTeam: z
    .union([TeamName, z.literal('iris')])
    .optional()
    .describe('For a person: the session of this team with it, or that of the Iris agent'),
})

/** Which of the turns that met a limit: those of all teams, of one, or one of them. */
const Limited = z.object({ team: TeamName.optional(), turn: TurnId.optional() })

/** What can be done with teams, sessions and turns. A team means the session of the caller with it. */
export const operations = {
  listTeams: operation({
    summary: 'Every team of config.yaml and what it does',
    input: Nothing,
    output: z.object({ teams: z.array(TeamSummary) }),
    for: everyone,
  }),
  getTeam: operation({
    summary: "A team, and the caller's session with it",
    input: OfTeam,
    output: z.object({ team: TeamSummary, awake: z.boolean(), session: Session.nullable() }),
    for: everyone,
  }),
  tellTeam: operation({
    summary: 'Puts a message to a team and gives the receipt, or the answer when the caller waits for it',
    input: TellTarget.extend({
      timeout: z
        .int()
        .min(-1)
        .max(maxWait)
        .default(0)
        .describe('-1 gives the receipt at once, 0 waits for the end, N waits so many ms'),
      waits: z
        .boolean()
        .optional()
        .describe('Whether the caller waits for the answer; otherwise as `timeout` says'),
    }).refine(...namesOneTeam),
    output: TellOutcome,
    for: tellers,
  }),
  wakeTeam: operation({
    summary: 'Starts the agent of a team; no model is called',
    input: OfSession,
    output: z.object({ session: Session, wasAwake: z.boolean() }),
    for: people,
  }),
  wakeTeams: operation({
    summary: 'Starts the agents of all teams, as far as the limit of processes allows',
    input: Nothing,
    output: z.object({
      teams: z.array(z.object({ team: z.string(), awake: z.boolean(), error: z.string().nullable() })),
    }),
    for: people,
  }),
  sleepTeam: operation({
    summary: 'Ends the agent of a team; with `force` also during a turn, which ends as `stopped`',
    input: OfSession.extend({ force: z.boolean().default(false) }),
    output: z.object({ session: Session.nullable(), wasAwake: z.boolean() }),
    for: people,
  }),
  cancelTurn: operation({
    summary: 'Interrupts the running turn, or the one named; one that waits is dropped',
    input: OfSession.extend({
      turn: TurnId.optional().describe('This turn, running or queued, instead of the one that runs'),
    }),
    output: z.object({
      turn: TurnId.nullable(),
      how: TurnEnding.nullable().describe(
        'How it ended: `stopped`, or `cancelled` before it reached the agent',
      ),
      advice: z.string().nullable().describe('What to do when nothing ran but something waits'),
    }),
    for: tellers,
  }),
  dropTurn: operation({
    summary: 'Drops a turn that waits; one that has begun is left alone',
    input: OfSession.extend({ turn: TurnId }),
    output: z.object({
      turn: TurnId,
      how: TurnEnding.nullable().describe('How it ended: `cancelled`, or `stopped` after a crash'),
    }),
    for: tellers,
  }),
  retryTurns: operation({
    summary: 'Lets turns run now that met a limit and wait to be taken up again, whatever the limit says',
    input: Limited,
    output: z.object({ turns: z.array(TurnId).describe('What runs now') }),
    for: people,
  }),
  leaveTurns: operation({
    summary: 'Drops turns that met a limit, so that they are not taken up again',
    input: Limited,
    output: z.object({ turns: z.array(TurnId).describe('What was dropped') }),
    for: people,
  }),
  rebootSession: operation({
    summary: 'Ends the agent and starts a new conversation in the same session',
    input: OfSession,
    output: z.object({ session: Session }),
    for: people,
  }),
  removeSession: operation({
    summary: 'Ends the agent, drops queued turns and forgets the session; the log stays',
    input: OfSession,
    output: z.object({ session: SessionId.nullable() }),
    for: people,
  }),
  forkSession: operation({
    summary: 'The command that opens a copy of the conversation in a terminal',
    input: OfSession,
    output: z.object({ command: z.string(), cwd: z.string(), conversation: z.string() }),
    for: people,
  }),
  readTurns: operation({
    summary: "The turns of the caller's session with a team, oldest first, in pages",
    input: OfSession.extend({
      after: TurnId.optional().describe('Turns after this one'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ turns: z.array(Turn), next: TurnId.nullable().describe('Pass as `after` to go on') }),
    for: everyone,
  }),
  getTurn: operation({
    summary: 'One turn with its whole message and its answer, the end of it when that is very long',
    input: z.object({
      turn: TurnId,
      from: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .describe('The answer from this character on, in pages; `cut.to` of one page is `from` of the next'),
    }),
    output: Turn,
    for: readers,
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
