import { join } from 'node:path'
import {
  daemonLock,
  daemonSocket,
  homeFiles,
  IrisError,
  type Limits,
  type Operations,
} from '../contract/index.ts'
import { inboxOperations, type Inbox } from '../core/inbox/index.ts'
import type { AtWork } from '../core/sessions/index.ts'
import { createLog, openStore, type EventLog } from '../core/store/index.ts'
import {
  createLogin,
  createTokens,
  openAgentSecrets,
  tokenMigrations,
  tokenOperations,
  type AgentSecrets,
  type Login,
  type Tokens,
} from '../core/tokens/index.ts'
import { usageOperations } from '../core/usage/index.ts'
import { systemClock, type Clock } from '../platform/clock/index.ts'
import {
  configOperations,
  readConfig,
  type CompiledConfig,
  type Environment,
} from '../platform/config/index.ts'
import { packageFolder, packageVersion, writeFault } from '../platform/lib/index.ts'
import { createLogger, type Logger } from '../platform/log/index.ts'
import { createProjects, type Projects } from '../platform/projects/index.ts'
import { takeLock } from '../platform/process/index.ts'
import { choosePlace } from '../platform/socket/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import { startHttp, type HttpServer, type Identify } from '../surface/http/index.ts'
import { createMcpHandler, createReadLines, type McpHandler, warmUp } from '../surface/mcp/index.ts'
import {
  createNotifications,
  notificationMigrations,
  notificationOperations,
  type Notifications,
} from '../teamwork/notifications/index.ts'
import { irisOperations } from '../teamwork/intelligence/index.ts'
import { teamOperations, type Orchestrator } from '../teamwork/orchestrator/index.ts'
import { runOperations, type Runs } from '../teamwork/runs/index.ts'
import { followConfig, type LiveConfig } from './config.ts'
import { createDemo, type Demo } from './demo.ts'
import { features, type FeatureOperations } from './features.ts'
import { prepareHome, removeAddress, writeAddress } from './home.ts'
import { portToTry, readLastUrl, writeLastUrl } from './last-url.ts'
import { readLimits } from './limits.ts'
import { openLoginFiles, type LoginFiles } from './login-files.ts'
import { agentOperations, daemonOperations, type DaemonDeps } from './operations.ts'
import { createPlaces } from './places.ts'
import { createStops } from './stops.ts'
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
  /** Agents at work are kept unless told otherwise. */
  close(reason: string, atWork?: AtWork): Promise<void>
}

/** Starts everything in order; if a step fails, what was started before it is stopped again. */
export async function createDaemon(options: DaemonOptions): Promise<Daemon> {
  const { environment, clock = systemClock } = options
  const stops = createStops()
  let logger: Logger | undefined
  try {
    const config = readConfig(environment)
    prepareHome(environment.home)
    holdHome(environment.home, stops.add)
    const opened = openLogger(environment.home, config, options.logToStderr ?? false)
    logger = opened
    stops.add(() => opened.close())
    const projects = createProjects({ clock, threads: threadsOf(environment) })
    const started = await startParts({ environment, clock, logger, config, projects, stops })
    return { ...started, isHeldUp: () => projects.isOwed() }
  } catch (error) {
    logger?.error('daemon did not start', { err: error })
    // What a part says that cannot be stopped cleanly would hide why the start failed.
    await stops.run().catch(() => undefined)
    throw writeFault(error, environment.home) ?? error
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
  let atWork: AtWork = 'kept'
  stops.add(() => teams.close(atWork))
  const opened = features.open({ ...parts, ...storage, ...teams, config }, stops.add)
  const notifies = [...teams.notifies, ...opened.notifies]
  const notifications = openNotifications(parts, { ...storage, ...teams, notifies, url })
  const login = createLogin({ tokens, clock })
  const running = {
    login,
    url,
    readers: () => http?.readers() ?? 0,
    stop: (wanted: AtWork) => void setImmediate(() => void close('asked over HTTP', wanted)),
  }
  const operations = {
    ...openOperations(parts, { storage, teams, notifications, running }),
    ...opened.operations,
  }
  const identify: Identify = (secret) => teams.identify(secret) ?? tokens.identify(secret)
  const mcp = openMcp(parts, { ...storage, ...teams, operations })
  const socket = await choosePlace(home, daemonSocket)
  http = await openHttp(parts, {
    socket,
    log,
    writing$: teams.writing$,
    operations,
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
  stops.add(() => teams.beginStop())
  await recovered
  notifications.refresh()
  // A daemon that stops meanwhile answers nothing any more.
  warmUp(mcp).catch(() => undefined)
  const { orchestrator, inbox, runs } = teams
  return { url: url(), token: storage.token, log, orchestrator, inbox, runs, closed: stops.done, close }

  async function close(reason: string, wanted: AtWork = 'kept'): Promise<void> {
    // Also while a stop is under way: who wants them ended is heard until they are let go of.
    if (wanted === 'ended') atWork = wanted
    if (!stops.hasRun()) recordStop(log, logger, reason)
    await stops.run()
  }
}

/** What calls do that no feature answers. */
function openOperations(
  parts: Parts,
  own: {
    storage: Storage
    teams: Teams
    notifications: Notifications
    running: { login: Login } & Pick<DaemonDeps, 'url' | 'readers' | 'stop'>
  },
): Omit<Operations, keyof FeatureOperations> {
  const { environment, clock, projects } = parts
  const { storage, teams, notifications, running } = own
  const { orchestrator, inbox, usage, runs } = teams
  const { log, live } = storage
  const startedAt = clock.now()
  const begun = clock.steady()
  const files = openFilesOf(parts)
  const limits = (): Promise<Limits> => readLimits({ config: live.current(), usage, environment, projects })
  return {
    ...daemonOperations({
      ...running,
      log,
      demo: openDemo(parts),
      config: live,
      home: environment.home,
      configPath: environment.configPath,
      startedAt,
      upForMs: () => clock.steady() - begun,
      version: packageVersion(),
    }),
    ...tokenOperations({ ...storage, ...running, writeLink: (link) => files.write(link) }),
    ...configOperations({ environment, config: live }),
    ...agentOperations({ ...teams, startedAt, limit: () => live.current().settings.maxProcesses }),
    ...teamOperations(orchestrator),
    ...inboxOperations({ inbox, turns: orchestrator }),
    ...notificationOperations(notifications),
    ...runOperations({ runs, log }),
    ...usageOperations({ usage, limits }),
    ...irisOperations(teams.iris),
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

function openPlaces(projects: Projects, live: LiveConfig): (folder: string) => string {
  const places = createPlaces({ projects, config: () => live.current() })
  live.onChange(() => void places.refresh())
  void places.refresh()
  return (folder) => places.realOf(folder)
}

function openNotifications(
  { environment, clock, logger, stops }: Parts,
  own: Pick<Storage, 'sql' | 'log' | 'live'> & Pick<Teams, 'inbox' | 'notifies'> & { url: () => string },
): Notifications {
  const { sql, log, live, inbox, notifies, url } = own
  const notifications = createNotifications({
    sql,
    log,
    inbox,
    notifies,
    url,
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
  const sql = openStore(config.database.path, [
    tokenMigrations,
    ...teamMigrations,
    ...features.migrations,
    notificationMigrations,
  ])
  stops.add(() => (sql.checkpoint(), sql.close()))
  const log = createLog({ sql, clock, logger })
  stops.add(() => log.close())
  const tokens = createTokens({ sql, log, clock })
  const token = tokens.ownSecret(files.token)
  const secrets = openAgentSecrets(files.agentKey)
  const live = followConfig({ environment, started: config, log, logger, clock })
  stops.add(() => live.close())
  return { sql, log, tokens, token, secrets, live }
}

function openMcp(
  { clock, logger, projects }: Parts,
  own: Storage & Teams & { operations: Operations },
): McpHandler {
  const { operations, orchestrator, inbox, runs, iris, log, live } = own
  return createMcpHandler({
    operations,
    orchestrator,
    inbox,
    runs,
    iris,
    folders: () => [...live.current().teams.values()],
    projects,
    readLines: createReadLines(log),
    log,
    version: packageVersion(),
    clock,
    onFault: (error, where) => logger.error('fault', { where, err: error }),
  })
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
  }: Pick<
    Parameters<typeof startHttp>[1],
    'log' | 'writing$' | 'operations' | 'identify' | 'door' | 'mcp'
  > & {
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
