import { z } from 'zod'
import { everyone, Nothing, operation, people, tellers } from '../operation.ts'
import { namesOneTeam, OfSession, OfTeam, Session, TeamSummary, TellOutcome, TellTarget } from './schemas.ts'

const maxWait = 86_400_000
const Force = z.object({ force: z.boolean().default(false).describe('Also when a turn runs') })
const Woken = z.object({ team: z.string(), awake: z.boolean(), error: z.string().nullable() })

/** What can be done with teams. A team means the session of the caller with it. */
export const teamOperations = {
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
    tool: {
      name: 'team_isAwake',
      title: 'Is a team awake?',
      effect: 'reads',
      description: 'Whether the agent of a team runs, and what it does.',
      output: {
        shape: z.object({ status: z.enum(['awake', 'asleep']), session: Session.nullable() }),
        from: ({ awake, session }) => ({ status: awake ? 'awake' : 'asleep', session }),
      },
    },
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
    tool: {
      name: 'team_wake',
      title: 'Wake a team',
      effect: 'starts',
      description: 'Starts the agent of a team, so that the next tell is quick. No model is called.',
      input: OfTeam,
      output: {
        shape: z.object({ status: z.enum(['woken', 'already_awake']), session: Session }),
        from: ({ wasAwake, session }) => ({ status: wasAwake ? 'already_awake' : 'woken', session }),
      },
    },
  }),
  wakeTeams: operation({
    summary: 'Starts the agents of all teams, as far as the limit of processes allows',
    input: Nothing,
    output: z.object({ teams: z.array(Woken) }),
    for: people,
    tool: {
      name: 'team_wake_all',
      title: 'Wake every team',
      effect: 'starts',
      description: 'Starts the agent of every team. No model is called.',
      output: {
        shape: z.object({ status: z.enum(['woken', 'partly_woken']), teams: z.array(Woken) }),
        from: ({ teams }) => ({
          status: teams.every(({ awake }) => awake) ? 'woken' : 'partly_woken',
          teams,
        }),
      },
    },
  }),
  sleepTeam: operation({
    summary: 'Ends the agent of a team; with `force` also during a turn, which ends as `stopped`',
    input: OfSession.extend(Force.shape),
    output: z.object({ session: Session.nullable(), wasAwake: z.boolean() }),
    for: people,
    tool: {
      name: 'team_sleep',
      title: 'Put a team to sleep',
      effect: 'ends',
      description:
        'Ends the agent of a team; its conversation goes on with the next tell. Refused while a turn runs or a teammate works in it, unless `force`, which ends that turn as stopped.',
      input: OfTeam.extend(Force.shape),
      output: {
        shape: z.object({ status: z.enum(['asleep', 'already_asleep']), session: Session.nullable() }),
        from: ({ wasAwake, session }) => ({ status: wasAwake ? 'asleep' : 'already_asleep', session }),
      },
    },
  }),
}
