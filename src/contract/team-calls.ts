import { z } from 'zod'
import { call, everyone, Nothing, people, readers, tellers } from './call.ts'
import { SessionId, TurnId } from './ids.ts'
import { Session, SessionCursor, TeamName, TeamSummary, TellOutcome, Turn, TurnEnding } from './teams.ts'

const longestWait = 86_400_000
const OfTeam = z.object({ team: TeamName })
/** Which session with the team: the caller's own, or for a person that of another team. */
const OfSession = OfTeam.extend({
  fromTeam: TeamName.optional().describe('For a person: the session of this team with it'),
})

/** Calls about teams, tells and sessions. A team means the session of the caller with it. */
export const teamCalls = {
  listTeams: call({
    summary: 'Every team of config.yaml and what it does',
    input: Nothing,
    output: z.object({ teams: z.array(TeamSummary) }),
    for: everyone,
  }),
  getTeam: call({
    summary: "A team, and the caller's session with it",
    input: OfTeam,
    output: z.object({ team: TeamSummary, awake: z.boolean(), session: Session.nullable() }),
    for: everyone,
  }),
  tellTeam: call({
    summary: 'Puts a message to a team and gives the receipt, or the answer when the caller waits for it',
    input: z.object({
      to: TeamName,
      message: z.string(),
      timeout: z
        .int()
        .min(-1)
        .max(longestWait)
        .default(0)
        .describe('-1 gives the receipt at once, 0 waits for the end, N waits so many ms'),
      fromTeam: TeamName.optional().describe('For a person who speaks for a team'),
      waits: z
        .boolean()
        .optional()
        .describe('Whether the caller waits for the answer; otherwise as `timeout` says'),
    }),
    output: TellOutcome,
    for: tellers,
  }),
  wakeTeam: call({
    summary: 'Starts the agent of a team; no model is called',
    input: OfTeam,
    output: z.object({ session: Session, wasAwake: z.boolean() }),
    for: people,
  }),
  wakeTeams: call({
    summary: 'Starts the agents of all teams, as far as the limit of processes allows',
    input: Nothing,
    output: z.object({
      teams: z.array(z.object({ team: z.string(), awake: z.boolean(), error: z.string().nullable() })),
    }),
    for: people,
  }),
  sleepTeam: call({
    summary: 'Ends the agent of a team; with `force` also during a turn, which ends as `stopped`',
    input: OfSession.extend({ force: z.boolean().default(false) }),
    output: z.object({ session: Session.nullable(), wasAwake: z.boolean() }),
    for: people,
  }),
  cancelTurn: call({
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
  dropTurn: call({
    summary: 'Drops a turn that waits; one that has begun is left alone',
    input: OfSession.extend({ turn: TurnId }),
    output: z.object({
      turn: TurnId,
      how: TurnEnding.nullable().describe('How it ended: `cancelled`, or `stopped` after a crash'),
    }),
    for: tellers,
  }),
  rebootSession: call({
    summary: 'Ends the agent and starts a new conversation in the same session',
    input: OfSession,
    output: z.object({ session: Session }),
    for: people,
  }),
  removeSession: call({
    summary: 'Ends the agent, drops queued turns and forgets the session; the log stays',
    input: OfSession,
    output: z.object({ session: SessionId.nullable() }),
    for: people,
  }),
  forkSession: call({
    summary: 'The command that opens a copy of the conversation in a terminal',
    input: OfSession,
    output: z.object({ command: z.string(), cwd: z.string(), conversation: z.string() }),
    for: people,
  }),
  readTurns: call({
    summary: "The turns of the caller's session with a team, oldest first, in pages",
    input: OfSession.extend({
      after: TurnId.optional().describe('Turns after this one'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ turns: z.array(Turn), next: TurnId.nullable().describe('Pass as `after` to go on') }),
    for: everyone,
  }),
  getTurn: call({
    summary: 'One turn with its whole message and answer',
    input: z.object({ turn: TurnId }),
    output: Turn,
    for: readers,
  }),
  listSessions: call({
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
} as const
