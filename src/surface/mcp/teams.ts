import { z } from 'zod'
import { PageLimit, SessionId, TeamName, TeamSummary } from '../../contract/index.ts'
import { pageOf } from './paging.ts'
import { defineTool, forRoles, hints } from './tool.ts'

const teams = defineTool({
  name: 'team_teams',
  title: 'List teams',
  description: 'The teams you can tell, what they are for, and what they do now, in pages.',
  input: z.object({
    after: TeamName.optional().describe('`next` of the page before'),
    limit: PageLimit,
  }),
  output: z.object({
    status: z.literal('ok'),
    teams: z.array(TeamSummary),
    total: z.int(),
    next: z.string().nullable(),
  }),
  annotations: hints.reads,
  roles: forRoles.all,
  run({ orchestrator }, { after, limit }) {
    const all = orchestrator.teams()
    const { page, next } = pageOf(all, ({ name }) => name, { after, limit })
    return { status: 'ok', teams: page, total: all.length, next }
  },
})

const getTeamName = defineTool({
  name: 'team_getTeamName',
  title: 'Who am I?',
  description:
    'The team you speak for, as your token and folder say; `user` for a person outside every team.',
  input: z.object({}),
  output: z.object({
    status: z.literal('ok'),
    name: z.string(),
    kind: z.enum(['human', 'agent']),
    session: SessionId.nullable(),
  }),
  annotations: hints.reads,
  roles: forRoles.all,
  run: ({ caller }) => ({
    status: 'ok',
    name: caller.name,
    kind: caller.kind,
    session: caller.session ?? null,
  }),
})

/** Tools that tell who is there. */
export const teamTools = [teams, getTeamName]
