import { z } from 'zod'
import { Session, TeamName } from '../../contract/index.ts'
import { defineTool, forRoles, hints } from './tool.ts'

const team = TeamName

const wake = defineTool({
  name: 'team_wake',
  title: 'Wake a team',
  description: 'Starts the agent of a team, so that the next tell is quick. No model is called.',
  input: z.object({ team }),
  output: z.object({ status: z.enum(['woken', 'already_awake']), session: Session }),
  annotations: hints.starts,
  roles: forRoles.people,
  async run({ orchestrator, caller }, { team }) {
    const { session, wasAwake } = await orchestrator.wake(caller, team)
    return { status: wasAwake ? 'already_awake' : 'woken', session }
  },
})

const wakeAll = defineTool({
  name: 'team_wake_all',
  title: 'Wake every team',
  description: 'Starts the agent of every team. No model is called.',
  input: z.object({}),
  output: z.object({
    status: z.enum(['woken', 'partly_woken']),
    teams: z.array(z.object({ team: z.string(), awake: z.boolean(), error: z.string().nullable() })),
  }),
  annotations: hints.starts,
  roles: forRoles.people,
  async run({ orchestrator, caller }) {
    const teams = await orchestrator.wakeAll(caller)
    return { status: teams.every(({ awake }) => awake) ? 'woken' : 'partly_woken', teams }
  },
})

const sleep = defineTool({
  name: 'team_sleep',
  title: 'Put a team to sleep',
  description:
    'Ends the agent of a team; its conversation goes on with the next tell. Refused while a turn runs or a teammate works in it, unless `force`, which ends that turn as stopped.',
  input: z.object({ team, force: z.boolean().default(false).describe('Also when a turn runs') }),
  output: z.object({ status: z.enum(['asleep', 'already_asleep']), session: Session.nullable() }),
  annotations: hints.ends,
  roles: forRoles.people,
  async run({ orchestrator, caller }, { team, force }) {
    const { session, wasAwake } = await orchestrator.sleep(caller, team, { force })
    return { status: wasAwake ? 'asleep' : 'already_asleep', session }
  },
})

const isAwake = defineTool({
  name: 'team_isAwake',
  title: 'Is a team awake?',
  description: 'Whether the agent of a team runs, and what it does.',
  input: z.object({ team }),
  output: z.object({ status: z.enum(['awake', 'asleep']), session: Session.nullable() }),
  annotations: hints.reads,
  roles: forRoles.all,
  run({ orchestrator, caller }, { team }) {
    const { awake, session } = orchestrator.isAwake(caller, team)
    return { status: awake ? 'awake' : 'asleep', session }
  },
})

/** Tools that start and end agents. */
export const sleepTools = [wake, wakeAll, sleep, isAwake]
