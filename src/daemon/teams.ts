import type { Identity, SessionId } from '../contract/index.ts'
import { askMigrations, createAsks } from '../core/inbox/index.ts'
import { createSessions, sessionMigrations, type Sessions } from '../core/sessions/index.ts'
import type { EventLog, Migrations } from '../core/store/index.ts'
import type { AgentSecrets } from '../core/tokens/index.ts'
import { createUsage, usageMigrations, type Usage } from '../core/usage/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import { childEnvironment, type CompiledConfig, type Environment } from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import { createOrchestrator, type Orchestrator } from '../teamwork/orchestrator/index.ts'
import { createRuns, runMigrations, type Runs } from '../teamwork/runs/index.ts'
import { createAgentHost } from './agents.ts'
import { forward } from './forwarding.ts'

export const teamMigrations: readonly Migrations[] = [
  sessionMigrations,
  askMigrations,
  usageMigrations,
  runMigrations,
]

const retryAfter = 1000

/** Everything that runs teams, put together. */
export interface Teams {
  orchestrator: Orchestrator
  usage: Usage
  runs: Runs
  /** The agent behind a secret: it speaks for its team, in its session. */
  identify(secret: string): Identity | undefined
  /** Takes up what the last daemon left. */
  recover(): Promise<void>
  close(): Promise<void>
}

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
  const asks = createAsks({ sql, log, clock })
  const base = { sql, log, clock, logger, usage, asks }
  const host = createAgentHost({
    ...deps,
    leaderSpec: (session) => runs.specFor(session),
    onLost: () => void findAgain(),
  })
  let closing = false
  const sessions = createSessions({
    ...base,
    settings: () => config().settings,
    team: (name) => config().teams.get(name),
    ...host,
    onForward: (ask) => forward({ sessions, logger }, ask),
    onTold: (told, append) => runs.onTold(told, append),
  })
  const runs = createRuns({
    ...base,
    sessions,
    config,
    environmentOf: (team) => childEnvironment(deps.environment.variables, 'agent', team.env),
  })
  return {
    usage,
    orchestrator: createOrchestrator({ sessions, asks, usage, clock, config }),
    identify: (secret) => agentBehind(sessions, secrets.sessionOf(secret)),
    runs,
    async recover() {
      await sessions.recover(await host.known())
      runs.recover()
    },
    async close() {
      closing = true
      runs.close()
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

function agentBehind(sessions: Sessions, session: SessionId | undefined): Identity | undefined {
  if (!session) return undefined
  const { team, deletedAt } = sessions.byId(session)
  return deletedAt === null ? { role: 'agent', name: team, team, session } : undefined
}
