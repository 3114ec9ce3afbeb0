import { daemonLock, daemonSocket, homeFiles, IrisError, type Caller } from '../contract/index.ts'
import type { Inbox } from '../core/inbox/index.ts'
import { createRealFolders, type AtWork } from '../core/sessions/index.ts'
import type { EventLog } from '../core/store/index.ts'
import { createLogin } from '../core/tokens/index.ts'
import { systemClock, type Clock } from '../platform/clock/index.ts'
import { readConfig, type CompiledConfig, type Environment } from '../platform/config/index.ts'
import { packageVersion, writeFault } from '../platform/lib/index.ts'
import { createLogger, type Logger } from '../platform/log/index.ts'
import { createProjects, type Projects } from '../platform/projects/index.ts'
import { createStarter, takeLock } from '../platform/process/index.ts'
import { choosePlace } from '../platform/socket/index.ts'
import type { HttpServer } from '../surface/http/index.ts'
import type { DoorDeps } from '../surface/irc/index.ts'
import { warmUp } from '../surface/mcp/index.ts'
import { createNotifications, type Notifications } from '../teamwork/notifications/index.ts'
import type { Orchestrator } from '../teamwork/orchestrator/index.ts'
import type { Runs } from '../teamwork/runs/index.ts'
import { openOperations } from './calls.ts'
import type { LiveConfig } from './config.ts'
import { createEngine, type Engine, type Later } from './engine.ts'
import { features } from './features.ts'
import { prepareHome, removeAddress, writeAddress } from './home.ts'
import { readLastUrl, writeLastUrl } from './last-url.ts'
import type { DaemonContext } from './context.ts'
import { createIrcDoor, type IrcDoor } from './irc.ts'
import { createStops } from './stops.ts'
import { openStorage, type Storage } from './storage.ts'
import { identifyBy, openHttp, openMcp } from './ways-in.ts'

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
    const starter = createStarter({ clock })
    stops.add(() => starter.close())
    const started = await startParts({ environment, clock, logger, config, projects, starter, stops })
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

async function startParts(context: DaemonContext): Promise<Omit<Daemon, 'isHeldUp'>> {
  const { environment, clock, logger, projects, stops } = context
  const storage = openStorage(context)
  const { log, tokens, live } = storage
  let http: HttpServer | undefined
  const url = (): string => http?.url ?? ''
  const config = (): CompiledConfig => live.current()
  const realOf = openRealFolders(projects, live)
  let services: Later | undefined
  const engine = createEngine({ ...context, ...storage, config, realOf, url, later: () => services })
  live.onChange(() => engine.configChanged())
  let atWork: AtWork = 'kept'
  stops.add(() => engine.close(atWork))
  const opened = features.open({ ...context, ...storage, ...engine, config }, stops.add)
  services = opened.services
  const notifications = openNotifications(context, { ...storage, ...engine, opened, url })
  const login = createLogin({ tokens, clock })
  const running = {
    login,
    url,
    readers: () => http?.readers() ?? 0,
    stop: (wanted: AtWork) => void setImmediate(() => void close('asked over HTTP', wanted)),
  }
  const operations = {
    ...openOperations(context, { storage, engine, notifications, running, tasks: opened.services.tasks }),
    ...opened.operations,
  }
  const mcp = openMcp(context, { ...storage, ...engine, operations })
  const identify = identifyBy(storage, engine, opened.services.org)
  const irc = openIrc(context, { ...opened.services, storage, operations, identify })
  const socket = await choosePlace(environment.home, daemonSocket)
  http = await openHttp(context, {
    socket,
    log,
    writing$: engine.writing$,
    operations,
    identify,
    door: login,
    connectors: opened.services.connectors,
    mcp: (request, identity) => mcp.fetch(request, identity),
  })
  stops.add(() => mcp.close())
  stops.add(() => engine.orchestrator.close())
  const hasMoved = announce(context, log, { url: url(), socket })
  const recovered = engine.recover({ hasMoved })
  // A stop waits for it: what is half taken up can be neither left nor ended.
  stops.add(() => recovered.catch(() => undefined))
  stops.add(() => engine.beginStop())
  await recovered
  notifications.refresh()
  await irc.refresh()
  await opened.services.backends.start()
  // A daemon that stops meanwhile answers nothing any more.
  warmUp(mcp).catch(() => undefined)
  const { orchestrator, inbox, runs } = engine
  return { url: url(), token: storage.token, log, orchestrator, inbox, runs, closed: stops.done, close }

  async function close(reason: string, wanted: AtWork = 'kept'): Promise<void> {
    // Also while a stop is under way: who wants them ended is heard until they are let go of.
    if (wanted === 'ended') atWork = wanted
    if (!stops.hasRun()) recordStop(log, logger, reason)
    await stops.run()
  }
}

/** From now on whoever looks for the daemon of this home finds it; says whether it was elsewhere before. */
function announce(
  { environment: { home }, logger, config, stops }: DaemonContext,
  log: EventLog,
  { url, socket }: { url: string; socket: string },
): boolean {
  const hasMoved = (readLastUrl(home) ?? url) !== url
  const started = { pid: process.pid, version: packageVersion(), url }
  stops.add(() => removeAddress(home))
  writeAddress(home, { ...started, socket })
  writeLastUrl(home, url)
  log.write((append) => append({ type: 'daemon.started', data: started }))
  logger.info('daemon started', { url, home, teams: config.teams.size })
  return hasMoved
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

function openRealFolders(projects: Projects, live: LiveConfig): (folder: string) => string {
  const folders = createRealFolders({ projects, config: () => live.current() })
  live.onChange(() => void folders.refresh())
  void folders.refresh()
  return (folder) => folders.realOf(folder)
}

function openIrc(
  { clock, logger, stops }: DaemonContext,
  own: Pick<DoorDeps, 'operations' | 'identify' | 'channels'> & {
    storage: Storage
    rooms: { authorOf: (caller: Caller) => { name: string } }
    backends: { refresh: () => Promise<void> }
  },
): IrcDoor {
  const { operations, identify, channels, rooms } = own
  const { log, live } = own.storage
  const irc = createIrcDoor({
    operations,
    identify,
    channels,
    log,
    clock,
    logger,
    config: () => live.current(),
    nameOf: (caller) => rooms.authorOf(caller).name,
    onFault: (error, where) => logger.error('fault', { where, err: error }),
  })
  live.onChange(() => void Promise.all([irc.refresh(), own.backends.refresh()]))
  stops.add(() => irc.close())
  return irc
}

function openNotifications(
  { environment, clock, logger, stops }: DaemonContext,
  own: Pick<Storage, 'sql' | 'log' | 'live'> &
    Pick<Engine, 'inbox' | 'notifies'> & { opened: Pick<Engine, 'notifies'>; url: () => string },
): Notifications {
  const { sql, log, live, inbox, opened, url } = own
  const notifications = createNotifications({
    sql,
    log,
    inbox,
    notifies: [...own.notifies, ...opened.notifies],
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
