import { merge, type Observable } from 'rxjs'
import type { AgentId, AgentProcess, Identity, Notifies, Writing } from '../contract/index.ts'
import { askMigrations, createInbox, inboxNotifies, type Inbox } from '../core/inbox/index.ts'
import {
  createSessions,
  sessionMigrations,
  sessionNotifies,
  type AtWork,
  type Sessions,
} from '../core/sessions/index.ts'
import type { EventLog, Migrations } from '../core/store/index.ts'
import type { AgentSecrets } from '../core/tokens/index.ts'
import { createUsage, usageMigrations, usageNotifies, type Usage } from '../core/usage/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import {
  childEnvironment,
  type CompiledConfig,
  type Environment,
  type Team,
} from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'
import type { Projects } from '../platform/projects/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import { createIrisAgent, intelligenceMigrations, type IrisAgent } from '../teamwork/intelligence/index.ts'
import { createOrchestrator, type Orchestrator } from '../teamwork/orchestrator/index.ts'
import { createRuns, runMigrations, runNotifies, type Runs } from '../teamwork/runs/index.ts'
import { claudeAtHand, createAgentHost, type AgentHost } from './agents.ts'
import { forward } from './forwarding.ts'
import { createMemorySamples, type MemorySample } from './memory-samples.ts'
import { agentProcesses } from './processes.ts'
import { createSettingsMarks } from './settings-marks.ts'

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
  sessions: Sessions
  /** What of all this people are told when they do not look. */
  notifies: readonly Notifies[]
  /** What the agents and Iris write, before it is in the log. */
  writing$: Observable<Writing>
  /** What the agents' processes are and take. */
  processes: () => AgentProcess[]
  /** What they and the daemon took, minute by minute. */
  memorySamples: () => readonly MemorySample[]
  /** The agent behind a secret: it speaks for its team, in its session. */
  identify(secret: string): Identity | undefined
  /** What the config says of teams has changed. */
  configChanged(): void
  /** Takes up what the last daemon left; whether it listened elsewhere, agents cannot find out by themselves. */
  recover(since: { hasMoved: boolean }): Promise<void>
  /** The first step of a stop, before anything is waited for. */
  beginStop(): void
  close(atWork: AtWork): Promise<void>
}

/** What they are put together from. */
interface TeamsDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  environment: Environment
  secrets: AgentSecrets
  projects: Projects
  realOf: (folder: string) => string
  config: () => CompiledConfig
  url: () => string
}

export function createTeams(deps: TeamsDeps): Teams {
  const { clock, logger, secrets } = deps
  const { host, ...parts } = createParts(deps, () => void findAgain())
  const { usage, inbox, sessions, runs, iris } = parts
  let closing = false
  const processes = (): AgentProcess[] => agentProcesses({ sessions, orchestrator: parts.orchestrator })
  const samples = createMemorySamples({
    clock,
    read: () => ({
      agents: processes().reduce((sum, { memory }) => sum + (memory ?? 0), 0),
      daemon: process.memoryUsage.rss(),
    }),
  })
  return {
    ...parts,
    notifies: [
      inboxNotifies(inbox),
      sessionNotifies({ sessions, log: deps.log }),
      usageNotifies(usage),
      runNotifies(runs),
    ],
    writing$: merge(sessions.writing$, iris.writing$),
    processes,
    memorySamples: () => samples.list(),
    identify: (secret) => iris.identify(secret) ?? agentBehind(sessions, secrets.agentOf(secret)),
    configChanged: () => sessions.configChanged(),
    async recover({ hasMoved }) {
      await sessions.recover(await host.known())
      if (hasMoved) await sessions.noteMoved()
      runs.recover()
      inbox.start()
      await iris.start()
    },
    beginStop: () => host.beginStop(),
    async close(atWork) {
      closing = true
      samples.close()
      await iris.close()
      runs.close()
      inbox.close()
      await sessions.close(atWork)
      usage.close()
      await host.close()
    },
  }

  /** The next pipe ends what the last one left, so that no conversation has two processes; then everything goes on. */
  async function findAgain(): Promise<void> {
    if (closing) return
    sessions.pause()
    try {
      const known = await host.known()
      if (!closing) await sessions.recover(known)
    } catch (error) {
      if (closing) return
      logger.error('iris-pipe does not answer', { err: error })
      clock.after(retryAfter, () => void findAgain())
    }
  }
}

interface Parts extends Pick<Teams, 'orchestrator' | 'usage' | 'inbox' | 'sessions' | 'runs' | 'iris'> {
  host: AgentHost
}

function createParts(deps: TeamsDeps, onLost: () => void): Parts {
  const { sql, log, clock, logger, config, projects } = deps
  const usage = createUsage({ sql, log, clock })
  const team = (name: string): Team | undefined => config().teams.get(name)
  const inbox = createInbox({
    sql,
    log,
    clock,
    logger,
    policy: team,
    kin: {
      teamOf: (session) => sessions.byId(session).team,
      worksFor: (session, name) => sessions.worksFor(session, name),
      areOne: (one, other) => sessions.areOne(one, other),
    },
    deliver: (ask) => sessions.deliver(ask),
  })
  const base = { sql, log, clock, logger, usage, config, projects }
  const host = createAgentHost({ ...deps, leaderSpec: (session) => runs.specFor(session), onLost })
  const sessions = createSessions({
    ...base,
    asks: inbox,
    settings: () => config().settings,
    team,
    realOf: deps.realOf,
    ...host,
    settingsOf: createSettingsMarks(deps),
    onForward: (ask) => forward({ sessions, logger }, ask),
    onTold: (told, append) => runs.onTold(told, append),
  })
  const runs = createRuns({
    ...base,
    asks: inbox,
    sessions,
    environmentOf: ({ env }) => childEnvironment(deps.environment.variables, 'agent', env),
  })
  const orchestrator = createOrchestrator({
    ...base,
    sessions,
    asks: inbox,
    claudeOf: (team) => claudeAtHand(team, { set: config().claude.env, ...deps.environment }),
    onRefusedHop: (hop) => iris.stopped(hop),
  })
  const iris = createIrisAgent({
    ...base,
    sessions,
    orchestrator,
    inbox,
    home: deps.environment.home,
    launch: (start) => host.launchIris(start),
    forget: (agent) => host.forget(agent),
  })
  return { usage, inbox, host, sessions, runs, orchestrator, iris }
}

/** A secret is worth something while the process it was made for lives, and its session is not deleted. */
function agentBehind(sessions: Sessions, agent: AgentId | undefined): Identity | undefined {
  const session = agent && sessions.ofLiving(agent)
  return session && { role: 'agent', name: session.team, team: session.team, session: session.id }
}
