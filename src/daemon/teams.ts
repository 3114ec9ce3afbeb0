import type { Identity, SessionId } from '../contract/index.ts'
import { askMigrations, createInbox, type Inbox } from '../core/inbox/index.ts'
import { createSessions, sessionMigrations, type Sessions } from '../core/sessions/index.ts'
import type { EventLog, Migrations } from '../core/store/index.ts'
import type { AgentSecrets } from '../core/tokens/index.ts'
import { createUsage, usageMigrations, type Usage } from '../core/usage/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import {
  childEnvironment,
  type CompiledConfig,
  type Environment,
  type Team,
} from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import {
  createIrisAgent,
  intelligenceMigrations,
  type IrisAgent,
  type IrisAgentDeps,
} from '../teamwork/intelligence/index.ts'
import { createOrchestrator, type Orchestrator } from '../teamwork/orchestrator/index.ts'
import { createRuns, runMigrations, type Runs } from '../teamwork/runs/index.ts'
import { createAgentHost, type AgentHost } from './agents.ts'
import { forward } from './forwarding.ts'

export const teamMigrations: readonly Migrations[] = [
  sessionMigrations,
  askMigrations,
  usageMigrations,
  runMigrations,
  intelligenceMigrations,
]

const retryAfter = 1000

/** Everything that runs teams, put together. */
export interface Teams {
  orchestrator: Orchestrator
  usage: Usage
  inbox: Inbox
  runs: Runs
  iris: IrisAgent
  /** The agent behind a secret: it speaks for its team, in its session. */
  identify(secret: string): Identity | undefined
  /** Takes up what the last daemon left. */
  recover(): Promise<void>
  close(): Promise<void>
}

/** What they are put together from. */
interface TeamsDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  environment: Environment
  secrets: AgentSecrets
  config: () => CompiledConfig
  url: () => string
}

export function createTeams(deps: TeamsDeps): Teams {
  const { sql, log, clock, logger, config, secrets } = deps
  const usage = createUsage({ sql, log, clock })
  const team = (name: string): Team | undefined => config().teams.get(name)
  const inbox = createInbox({ sql, log, clock, policy: team, deliver: (ask) => sessions.deliver(ask) })
  const base = { sql, log, clock, logger, usage, asks: inbox }
  const host = createAgentHost({
    ...deps,
    leaderSpec: (session) => runs.specFor(session),
    onLost: () => void findAgain(),
  })
  let closing = false
  const sessions = createSessions({
    ...base,
    settings: () => config().settings,
    team,
    ...host,
    onForward: (ask) => forward({ sessions, logger }, ask),
    onTold: (told, append) => runs.onTold(told, append),
  })
  const environmentOf = (team: Team): ReturnType<typeof childEnvironment> =>
    childEnvironment(deps.environment.variables, 'agent', team.env)
  const runs = createRuns({ ...base, sessions, config, environmentOf })
  const onRefusedHop = recordHops(log, sessions)
  const orchestrator = createOrchestrator({ sessions, asks: inbox, usage, clock, config, onRefusedHop })
  const iris = createIris(deps, { usage, sessions, orchestrator, inbox, host })
  return {
    usage,
    orchestrator,
    inbox,
    runs,
    iris,
    identify: (secret) => iris.identify(secret) ?? agentBehind(sessions, secrets.sessionOf(secret)),
    async recover() {
      await sessions.recover(await host.known())
      runs.recover()
      inbox.start()
      await iris.start()
    },
    async close() {
      closing = true
      await iris.close()
      runs.close()
      inbox.close()
      await sessions.close()
      usage.close()
      await host.close()
    },
  }

  /** The next pipe ends what the last one left, so that no conversation has two processes; then everything goes on. */
  async function findAgain(): Promise<void> {
    if (closing) return
    sessions.pause()
    try {
      await sessions.recover(await host.known())
    } catch (error) {
      logger.error('iris-pipe does not answer', { err: error })
      clock.after(retryAfter, () => void findAgain())
    }
  }
}

function createIris(
  { sql, log, clock, logger, config, environment }: TeamsDeps,
  own: Pick<IrisAgentDeps, 'usage' | 'sessions' | 'orchestrator' | 'inbox'> & { host: AgentHost },
): IrisAgent {
  const { host, ...parts } = own
  return createIrisAgent({
    ...parts,
    sql,
    log,
    clock,
    logger,
    config,
    home: environment.home,
    launch: (start) => host.launchIris(start),
    forget: (agent) => host.forget(agent),
  })
}

function recordHops(log: EventLog, sessions: Sessions): (session: SessionId, reason: string) => void {
  return (session, reason) => {
    const data = { guard: 'hops' as const, team: sessions.byId(session).team, reason }
    log.write((append) => append({ type: 'guard.refused', session, data }))
  }
}

function agentBehind(sessions: Sessions, session: SessionId | undefined): Identity | undefined {
  if (!session) return undefined
  const { team, deletedAt } = sessions.byId(session)
  return deletedAt === null ? { role: 'agent', name: team, team, session } : undefined
}
