import { homeFiles, IrisError } from '../contract/index.ts'
import { createLog, openStore, type EventLog } from '../core/store/index.ts'
import { createTokens, tokenMigrations } from '../core/tokens/index.ts'
import { systemClock, type Clock } from '../platform/clock/index.ts'
import { readConfig, type CompiledConfig, type Environment } from '../platform/config/index.ts'
import { packageVersion } from '../platform/lib/index.ts'
import { createLogger, type Logger } from '../platform/log/index.ts'
import { takeLock } from '../platform/process/index.ts'
import { startHttp } from '../surface/http/index.ts'
import type { Orchestrator } from '../teamwork/orchestrator/index.ts'
import { followConfig, type LiveConfig } from './config.ts'
import { createHandlers } from './handlers.ts'
import { prepareHome, removeAddress, writeAddress } from './home.ts'
import { createStops } from './stops.ts'
import { callerOf, createTeamHandlers } from './team-handlers.ts'

export interface DaemonOptions {
  environment: Environment
  clock?: Clock
  logToStderr?: boolean
  /** Makes what decides between teams; the daemon closes it. */
  openOrchestrator?: OpenOrchestrator
}

/** What an orchestrator is made from. */
export type OpenOrchestrator = (parts: { log: EventLog; clock: Clock; config: LiveConfig }) => Orchestrator

/** A running daemon. `closed` settles once it has stopped, whoever asked for it. */
export interface Daemon {
  url: string
  token: string
  log: EventLog
  closed: Promise<void>
  close(reason: string): Promise<void>
}

/** Starts everything in order; if a step fails, what was started before it is stopped again. */
export async function createDaemon(options: DaemonOptions): Promise<Daemon> {
  const { environment, clock = systemClock, openOrchestrator = absentOrchestrator } = options
  const stops = createStops()
  try {
    const config = readConfig(environment)
    prepareHome(environment.home)
    holdHome(environment.home, stops.add)
    const logger = openLogger(environment.home, config, options.logToStderr ?? false)
    stops.add(() => logger.close())
    return await startParts({ environment, clock, logger, config, stops, openOrchestrator })
  } catch (error) {
    await stops.run()
    throw error
  }
}

/** Stands in until a real one is given: every call about teams says that there are none. */
function absentOrchestrator(): Orchestrator {
  const refuse = (): never => {
    throw new IrisError('ROUTE_NOT_FOUND', 'This daemon runs no teams.')
  }
  const answers = { get: (_: object, name: string) => (name === 'close' ? () => Promise.resolve() : refuse) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Proxy({}, answers) as Orchestrator
}

function holdHome(home: string, onStop: (stop: () => void) => void): void {
  const lock = takeLock(home, 'irisd')
  if ('heldBy' in lock) throw new IrisError('DAEMON_ALREADY_RUNNING', `Iris is already running for ${home}.`)
  onStop(() => lock.release())
}

function openLogger(home: string, config: CompiledConfig, toStderr: boolean): Logger {
  return createLogger({ level: config.settings.logLevel, file: homeFiles(home).log, toStderr })
}

interface Parts {
  environment: Environment
  clock: Clock
  logger: Logger
  config: CompiledConfig
  stops: ReturnType<typeof createStops>
  openOrchestrator: OpenOrchestrator
}

async function startParts(parts: Parts): Promise<Daemon> {
  const { environment, clock, logger, config, stops } = parts
  const { home, configPath } = environment
  const sql = openStore(config.database.path, [tokenMigrations])
  stops.add(() => (sql.checkpoint(), sql.close()))
  const log = createLog({ sql, clock })
  stops.add(() => log.close())
  const tokens = createTokens({ sql, log, clock })
  const token = tokens.ownSecret(homeFiles(home).token)
  const live = followConfig({ environment, log, logger, clock })
  stops.add(() => live.close())

  let url = ''
  let readers = (): number => 0
  const stop = (): void => void setImmediate(() => void close('asked over HTTP'))
  const orchestrator = parts.openOrchestrator({ log, clock, config: live })
  stops.add(() => orchestrator.close())
  const own = createHandlers({
    log,
    tokens,
    config: live,
    home,
    configPath,
    startedAt: clock.now(),
    url: () => url,
    readers: () => readers(),
    stop,
  })
  const handlers = { ...own, ...createTeamHandlers({ orchestrator, callerOf }) }
  const { host, httpPort: port, allowedHosts, allowedOrigins } = config.settings
  const onFault = (error: unknown, where: string): void => logger.error('fault', { where, err: error })
  const http = await startHttp(
    { host, port, allowedHosts, allowedOrigins },
    {
      handlers,
      identify: (secret) => tokens.identify(secret),
      log,
      clock,
      version: packageVersion(),
      onFault,
    },
  )
  stops.add(() => http.close())
  url = http.url
  readers = () => http.readers()
  stops.add(() => removeAddress(home))
  writeAddress(home, { url, pid: process.pid, version: packageVersion() })
  log.write((append) =>
    append({ type: 'daemon.started', data: { pid: process.pid, version: packageVersion(), url } }),
  )
  logger.info('daemon started', { url, home })
  return { url, token, log, closed: stops.done, close }

  async function close(reason: string): Promise<void> {
    if (!stops.hasRun()) {
      log.write((append) => append({ type: 'daemon.stopped', data: { reason } }))
      logger.info('daemon stopped', { reason })
    }
    await stops.run()
  }
}
