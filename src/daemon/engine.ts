import { merge, type Observable } from 'rxjs'
import type { AgentProcess, Notifies, Writing } from '../contract/index.ts'
import {
  agentProcesses,
  claudeAtHand,
  createAgentHost,
  createMemorySamples,
  createSettingsMarks,
  type AgentHost,
  type Duty,
  type MemorySample,
} from '../core/agents/index.ts'
import { askMigrations, createInbox, inboxNotifies, type Inbox } from '../core/inbox/index.ts'
import {
  createSessions,
  forward,
  sessionMigrations,
  sessionNotifies,
  type AtWork,
  type SessionRow,
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
import type { Supervisor } from '../teamwork/supervisor/index.ts'
import type { Stages } from '../teamwork/pipeline/index.ts'
import type { Work } from '../teamwork/work/index.ts'
import { createRuns, runMigrations, runNotifies, type Runs } from '../teamwork/runs/index.ts'

export const engineMigrations: readonly Migrations[] = [
  sessionMigrations,
  askMigrations,
  usageMigrations,
  runMigrations,
  intelligenceMigrations,
]

const retryAfter = 1000

/** Everything that runs teams, put together. */
export interface Engine {
  orchestrator: Orchestrator
  usage: Usage
  inbox: Inbox
  runs: Runs
  iris: IrisAgent
  sessions: Sessions
  /** The daemon's hold on iris-pipe. */
  agents: AgentHost
  /** What of all this people are told when they do not look. */
  notifies: readonly Notifies[]
  /** What the agents and Iris write, before it is in the log. */
  writing$: Observable<Writing>
  /** What the agents' processes are and take. */
  processes: () => AgentProcess[]
  /** What they and the daemon took, minute by minute. */
  memorySamples: () => readonly MemorySample[]
  /** What the config says of teams has changed. */
  configChanged(): void
  /** Takes up what the last daemon left; whether it listened elsewhere, agents cannot find out by themselves. */
  recover(since: { hasMoved: boolean }): Promise<void>
  /** The first step of a stop, before anything is waited for. */
  beginStop(): void
  close(atWork: AtWork): Promise<void>
}

/** What is made from an engine, and says what its agents are there for. */
export interface Later {
  work: Pick<Work, 'dutyOf' | 'permits'>
  org: Pick<Supervisor, 'dutyOf'>
  stages: Pick<Stages, 'holds' | 'tryAgain'>
}

/** What they are put together from. */
interface EngineDeps {
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
  /** Agents on tasks and in seats; made from this engine, so they are there a little later. */
  later: () => Later | undefined
}

/** What the agent of a session is there for, besides what its team has. */
function dutyOf({ later }: EngineDeps, session: SessionRow, inRun: Duty | undefined): Duty | undefined {
  const services = later()
  const own = inRun ?? services?.work.dutyOf(session)
  return services?.org.dutyOf(session, own) ?? own
}

export function createEngine(deps: EngineDeps): Engine {
  const { clock, logger } = deps
  const parts = createParts(deps, () => void findAgain())
  const { agents: host, usage, inbox, sessions, runs, iris } = parts
  let closing = false
  const processes = (): AgentProcess[] =>
    agentProcesses({ sessions, sessionOf: (session) => parts.orchestrator.session(session, 0).session })
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
      deps.later()?.stages.tryAgain()
    } catch (error) {
      if (closing) return
      logger.error('iris-pipe does not answer', { err: error })
      clock.after(retryAfter, () => void findAgain())
    }
  }
}

interface EngineParts extends Pick<
  Engine,
  'orchestrator' | 'usage' | 'inbox' | 'sessions' | 'runs' | 'iris' | 'agents'
> {}

function createParts(deps: EngineDeps, onLost: () => void): EngineParts {
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
  const host = createAgentHost({
    ...deps,
    dutyOf: (session) => dutyOf(deps, session, runs.dutyOf(session)),
    onLost,
  })
  const sessions = createSessions({
    ...base,
    asks: inbox,
    settings: () => config().settings,
    team,
    realOf: deps.realOf,
    ...host,
    // What works for a stage is no stray.
    drop: (agent) => (deps.later()?.stages.holds(agent) ? Promise.resolve(false) : host.drop(agent)),
    settingsOf: createSettingsMarks(deps),
    permits: (session, asked) => deps.later()?.work.permits(session, asked),
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
  return { usage, inbox, agents: host, sessions, runs, orchestrator, iris }
}
