import { join } from 'node:path'
import { daemonLock, daemonSocket, homeFiles, IrisError, type Identity } from '../contract/index.ts'
import type { Inbox } from '../core/inbox/index.ts'
import { createLog, openStore, type EventLog } from '../core/store/index.ts'
import {
  createLogin,
  createTokens,
  openAgentSecrets,
  tokenMigrations,
  type AgentSecrets,
  type Tokens,
} from '../core/tokens/index.ts'
import { systemClock, type Clock } from '../platform/clock/index.ts'
import { readConfig, type CompiledConfig, type Environment } from '../platform/config/index.ts'
import { packageFolder, packageVersion } from '../platform/lib/index.ts'
import { createLogger, type Logger } from '../platform/log/index.ts'
import { createProjects, type Projects } from '../platform/projects/index.ts'
import { takeLock } from '../platform/process/index.ts'
import { choosePlace } from '../platform/socket/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import { startHttp, type Handlers, type HttpServer, type Identify } from '../surface/http/index.ts'
import { createMcpHandler, createReadLines, teamAt, type McpHandler, warmUp } from '../surface/mcp/index.ts'
import {
  createNotifications,
  notificationMigrations,
  type Notifications,
} from '../teamwork/notifications/index.ts'
import type { Caller, Orchestrator } from '../teamwork/orchestrator/index.ts'
import type { Runs } from '../teamwork/runs/index.ts'
import { createConfigHandlers } from './config-handlers.ts'
import { followConfig, type LiveConfig } from './config.ts'
import { createDemo, type Demo } from './demo.ts'
import { createHandlers } from './handlers.ts'
import { createHistoryHandlers, type HistoryHandlers } from './history-handlers.ts'
import { prepareHome, removeAddress, writeAddress } from './home.ts'
import { createIrisHandlers, type IrisHandlers } from './iris-handlers.ts'
import { createInboxHandlers, type InboxHandlers } from './inbox-handlers.ts'
import { portToTry, readLastUrl, writeLastUrl } from './last-url.ts'
import { readLimits } from './limits.ts'
import { createLogHandlers } from './log-handlers.ts'
import { openLoginFiles, type LoginFiles } from './login-files.ts'
import { createPlaces } from './places.ts'
import { createRunHandlers, type RunHandlers } from './run-handlers.ts'
import { createStops } from './stops.ts'
import { callerOf, createTeamHandlers, type TeamHandlers } from './team-handlers.ts'
import { createTeams, teamMigrations, type Teams } from './teams.ts'

export interface DaemonOptions {
  environment: Environment
  clock?: Clock
  logToStderr?: boolean
}

/** A running daemon. `closed` settles once it has stopped, whoever asked for it. */
export interface Daemon {
  url: string
  token: string
  log: EventLog
  orchestrator: Orchestrator
  inbox: Inbox
  runs: Runs
  closed: Promise<void>
  /** Whether a file system owes an answer: its thread would keep the process from ending. */
  isHeldUp(): boolean
  close(reason: string): Promise<void>
}

/** Starts everything in order; if a step fails, what was started before it is stopped again. */
export async function createDaemon(options: DaemonOptions): Promise<Daemon> {
  const { environment, clock = systemClock } = options
  const stops = createStops()
  try {
    const config = readConfig(environment)
    prepareHome(environment.home)
    holdHome(environment.home, stops.add)
    const logger = openLogger(environment.home, config, options.logToStderr ?? false)
    stops.add(() => logger.close())
    const projects = createProjects({ clock, threads: threadsOf(environment) })
    const started = await startParts({ environment, clock, logger, config, projects, stops })
    return { ...started, isHeldUp: () => projects.isOwed() }
  } catch (error) {
    await stops.run()
    throw error
  }
}

/** How many threads Node has for reading files. */
function threadsOf({ variables }: Environment): number {
  return Number(variables['UV_THREADPOOL_SIZE']) || 4
}

function holdHome(home: string, onStop: (stop: () => void) => void): void {
  const lock = takeLock(home, daemonLock)
  if ('heldBy' in lock) throw new IrisError('DAEMON_ALREADY_RUNNING', `Iris is already running for ${home}.`)
  onStop(() => lock.release())
  // That of a daemon that was killed: its socket is ours in a moment, and who finds both takes us for the dead one.
  removeAddress(home)
}

function openLogger(home: string, config: CompiledConfig, toStderr: boolean): Logger {
  return createLogger({ level: config.settings.logLevel, file: homeFiles(home).log, toStderr })
}

interface Parts {
  environment: Environment
  clock: Clock
  logger: Logger
  config: CompiledConfig
  projects: Projects
  stops: ReturnType<typeof createStops>
}

async function startParts(parts: Parts): Promise<Omit<Daemon, 'isHeldUp'>> {
  const { environment, clock, logger, projects, stops } = parts
  const { home } = environment
  const storage = openStorage(parts)
  const { log, tokens, live } = storage
  let http: HttpServer | undefined
  const url = (): string => http?.url ?? ''
  const config = (): CompiledConfig => live.current()
  const realOf = openPlaces(projects, live)
  const teams = createTeams({ ...parts, ...storage, config, realOf, url })
  live.onChange(() => teams.configChanged())
  stops.add(() => teams.close())
  const notifications = openNotifications(parts, { ...storage, inbox: teams.inbox, url })
  const login = createLogin({ tokens, clock })
  const running = {
    login,
    url,
    readers: () => http?.readers() ?? 0,
    stop: () => void setImmediate(() => void close('asked over HTTP')),
  }
  const handlers = openHandlers(parts, { storage, teams, notifications, running })
  const identify: Identify = (secret) => teams.identify(secret) ?? tokens.identify(secret)
  const mcp = openMcp(parts, storage, teams)
  const socket = await choosePlace(home, daemonSocket)
  http = await openHttp(parts, {
    socket,
    log,
    writing$: teams.writing$,
    handlers,
    identify,
    door: login,
    mcp: (request, identity) => mcp.fetch(request, identity),
  })
  stops.add(() => mcp.close())
  stops.add(() => teams.orchestrator.close())
  const before = readLastUrl(home)
  announce(parts, log, { url: url(), socket })
  const recovered = teams.recover({ hasMoved: before !== undefined && before !== url() })
  // A stop waits for it: what is half taken up can be neither left nor ended.
  stops.add(() => recovered.catch(() => undefined))
  await recovered
  notifications.refresh()
  // A daemon that stops meanwhile answers nothing any more.
  warmUp(mcp).catch(() => undefined)
  const { orchestrator, inbox, runs } = teams
  return { url: url(), token: storage.token, log, orchestrator, inbox, runs, closed: stops.done, close }

  async function close(reason: string): Promise<void> {
    if (!stops.hasRun()) recordStop(log, logger, reason)
    await stops.run()
  }
}

/** What every call does. */
function openHandlers(
  parts: Parts,
  own: {
    storage: ReturnType<typeof openStorage>
    teams: Teams
    notifications: ReturnType<typeof openNotifications>
    running: Pick<Parameters<typeof createHandlers>[0], 'login' | 'url' | 'readers' | 'stop'>
  },
): Handlers {
  const { environment, clock, projects } = parts
  const { storage, teams, notifications, running } = own
  const { log, tokens, live } = storage
  const startedAt = clock.now()
  const begun = clock.steady()
  const config = (): CompiledConfig => live.current()
  return {
    ...createHandlers({
      ...running,
      log,
      tokens,
      loginFiles: openFilesOf(parts),
      demo: openDemo(parts),
      config: live,
      home: environment.home,
      configPath: environment.configPath,
      startedAt,
      upForMs: () => clock.steady() - begun,
      version: packageVersion(),
    }),
    ...handlersOf({ ...teams, notifications }, { log, startedAt, config, environment, projects }),
    ...createConfigHandlers({ environment, config: live }),
    ...createLogHandlers({ ...storage, clock, path: parts.config.database.path }),
  }
}

/** From now on whoever looks for the daemon of this home finds it. */
function announce(
  { environment: { home }, logger, config, stops }: Parts,
  log: EventLog,
  { url, socket }: { url: string; socket: string },
): void {
  const started = { pid: process.pid, version: packageVersion(), url }
  stops.add(() => removeAddress(home))
  writeAddress(home, { ...started, socket })
  writeLastUrl(home, url)
  log.write((append) => append({ type: 'daemon.started', data: started }))
  logger.info('daemon started', { url, home, teams: config.teams.size })
}

function openFilesOf({ environment, clock, stops }: Parts): LoginFiles {
  const files = openLoginFiles({ folder: homeFiles(environment.home).login, clock })
  stops.add(() => files.close())
  return files
}

function openDemo({ environment, stops }: Parts): Demo {
  const demo = createDemo({ environment })
  stops.add(() => demo.close())
  return demo
}

/** What the calls about teams, asks and runs do. */
function handlersOf(
  {
    orchestrator,
    inbox,
    usage,
    history,
    processes,
    memorySamples,
    runs,
    iris,
    notifications,
  }: Teams & { notifications: Notifications },
  own: {
    log: EventLog
    startedAt: number
    config: () => CompiledConfig
    environment: Environment
    projects: Projects
  },
): TeamHandlers & InboxHandlers & RunHandlers & HistoryHandlers & IrisHandlers {
  const { log, startedAt, config, environment, projects } = own
  return {
    ...createTeamHandlers({ orchestrator, callerOf }),
    ...createInboxHandlers({ inbox, orchestrator, notifications }),
    ...createRunHandlers({ runs, log }),
    ...createIrisHandlers(iris),
    ...createHistoryHandlers({
      log,
      orchestrator,
      usage,
      history,
      processes: () => ({
        agents: processes(),
        limit: config().settings.maxProcesses,
        daemon: { pid: process.pid, memory: process.memoryUsage.rss(), startedAt },
        samples: [...memorySamples()],
      }),
      limits: () => readLimits({ config: config(), usage, environment, projects }),
    }),
  }
}

function openPlaces(projects: Projects, live: LiveConfig): (folder: string) => string {
  const places = createPlaces({ projects, config: () => live.current() })
  live.onChange(() => void places.refresh())
  void places.refresh()
  return (folder) => places.realOf(folder)
}

function openNotifications(
  { environment, clock, logger, stops }: Parts,
  own: Pick<Storage, 'sql' | 'log' | 'live'> & { inbox: Inbox; url: () => string },
): Notifications {
  const { live, ...rest } = own
  const notifications = createNotifications({
    ...rest,
    clock,
    logger,
    environment,
    config: () => live.current(),
  })
  live.onChange(() => notifications.refresh())
  stops.add(() => notifications.close())
  return notifications
}

/** A full disk must not keep the daemon from stopping in order. */
function recordStop(log: EventLog, logger: Logger, reason: string): void {
  logger.info('daemon stopped', { reason })
  try {
    log.write((append) => append({ type: 'daemon.stopped', data: { reason } }))
  } catch (error) {
    logger.warn('stop not recorded', { err: error })
  }
}

interface Storage {
  sql: Sql
  log: EventLog
  tokens: Tokens
  token: string
  secrets: AgentSecrets
  live: LiveConfig
}

function openStorage({ environment, clock, logger, config, stops }: Parts): Storage {
  const files = homeFiles(environment.home)
  const sql = openStore(config.database.path, [tokenMigrations, ...teamMigrations, notificationMigrations])
  stops.add(() => (sql.checkpoint(), sql.close()))
  const log = createLog({ sql, clock })
  stops.add(() => log.close())
  const tokens = createTokens({ sql, log, clock })
  const token = tokens.ownSecret(files.token)
  const secrets = openAgentSecrets(files.agentKey)
  const live = followConfig({ environment, started: config, log, logger, clock })
  stops.add(() => live.close())
  return { sql, log, tokens, token, secrets, live }
}

function openMcp({ clock, logger, projects }: Parts, { log, live }: Storage, teams: Teams): McpHandler {
  const { orchestrator, inbox, runs, iris } = teams
  return createMcpHandler({
    orchestrator,
    inbox,
    runs,
    iris,
    callerFor: (identity, cwd) => callerIn({ config: live.current(), projects }, identity, cwd),
    readLines: createReadLines(log),
    log,
    version: packageVersion(),
    clock,
    onFault: (error, where) => logger.error('fault', { where, err: error }),
  })
}

/** A person's own Claude Code speaks for the team in whose folder it runs. */
async function callerIn(
  { config, projects }: { config: CompiledConfig; projects: Projects },
  identity: Identity,
  cwd: string | undefined,
): Promise<Caller> {
  const caller = callerOf(identity)
  const { teams } = config
  const isPlaced = caller.kind === 'human' && cwd !== undefined
  const team = isPlaced ? await teamAt([...teams.values()], cwd, projects) : undefined
  return team ? { ...caller, name: team.name } : caller
}

/** Where the build puts the pages. */
function dashboardFolder(): string {
  return join(packageFolder(), 'dist', 'dashboard')
}

async function openHttp(
  { environment, config, clock, logger, stops }: Parts,
  {
    socket,
    ...own
  }: Pick<Parameters<typeof startHttp>[1], 'log' | 'writing$' | 'handlers' | 'identify' | 'door' | 'mcp'> & {
    socket: string
  },
): Promise<HttpServer> {
  const { host, httpPort, allowedHosts, allowedOrigins } = config.settings
  const port = portToTry(config.settings, readLastUrl(environment.home))
  const deps = {
    ...own,
    dashboard: config.dashboard.enabled ? dashboardFolder() : undefined,
    clock,
    version: packageVersion(),
    onFault: (error: unknown, where: string) => logger.error('fault', { where, err: error }),
  }
  const options = { host, socket, allowedHosts, allowedOrigins }
  const http = await startHttp({ ...options, port }, deps).catch((error: unknown) => {
    // Whoever wants any port gets another when that of before is taken.
    if (port === httpPort || !(error instanceof IrisError && error.code === 'PORT_IN_USE')) throw error
    logger.warn('the port of before is taken', { port })
    return startHttp({ ...options, port: httpPort }, deps)
  })
  stops.add(() => http.close())
  return http
}
