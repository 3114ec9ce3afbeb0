import { join } from 'node:path'
import { IrisError, type Operations } from '../contract/index.ts'
import type { Connectors } from '../core/connectors/index.ts'
import { createIdentify, type Identify } from '../core/tokens/index.ts'
import type { CompiledConfig } from '../platform/config/index.ts'
import { packageFolder, packageVersion } from '../platform/lib/index.ts'
import { startHttp, type HttpServer } from '../surface/http/index.ts'
import { createMcpHandler, createReadLines, type McpHandler } from '../surface/mcp/index.ts'
import type { Supervisor } from '../teamwork/supervisor/index.ts'
import type { Engine } from './engine.ts'
import { portToTry, readLastUrl } from './last-url.ts'
import type { DaemonContext } from './context.ts'
import type { Storage } from './storage.ts'

/** Whoever may come in. */
export function identifyBy(
  storage: Storage,
  { iris, sessions }: Engine,
  org: Pick<Supervisor, 'seatOf'>,
): Identify {
  return createIdentify({
    ...storage,
    irisOf: (secret) => iris.identify(secret),
    sessionOf: (agent) => sessions.ofLiving(agent),
    seatOf: (session) => org.seatOf(session),
  })
}

/** MCP, which is reached over HTTP. */
export function openMcp(
  { clock, logger, projects }: DaemonContext,
  own: Storage & Engine & { operations: Operations },
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

/** HTTP on a port and on the socket of the home. */
export async function openHttp(
  { environment, config, clock, logger, stops }: DaemonContext,
  {
    socket,
    connectors,
    ...own
  }: Pick<
    Parameters<typeof startHttp>[1],
    'log' | 'writing$' | 'operations' | 'identify' | 'door' | 'mcp'
  > & {
    socket: string
    connectors: Connectors
  },
): Promise<HttpServer> {
  const { host, httpPort, publicUrl } = config.settings
  const port = portToTry(config.settings, readLastUrl(environment.home))
  const deps = {
    ...own,
    dashboard: config.dashboard.enabled ? dashboardFolder() : undefined,
    clock,
    oauth: publicUrl === null ? undefined : { publicUrl, connectors },
    version: packageVersion(),
    onFault: (error: unknown, where: string) => logger.error('fault', { where, err: error }),
  }
  const options = { host, socket, ...namesOf(config.settings) }
  const http = await startHttp({ ...options, port }, deps).catch((error: unknown) => {
    // Whoever wants any port gets another when that of before is taken.
    if (port === httpPort || !(error instanceof IrisError && error.code === 'PORT_IN_USE')) throw error
    logger.warn('the port of before is taken', { port })
    return startHttp({ ...options, port: httpPort }, deps)
  })
  stops.add(() => http.close())
  return http
}

/** The names that Iris answers to, besides where it listens. */
function namesOf({
  allowedHosts,
  allowedOrigins,
  publicUrl,
}: CompiledConfig['settings']): Pick<Parameters<typeof startHttp>[0], 'allowedHosts' | 'allowedOrigins'> {
  if (publicUrl === null) return { allowedHosts, allowedOrigins }
  return {
    allowedHosts: [...allowedHosts, new URL(publicUrl).host],
    allowedOrigins: [...allowedOrigins, publicUrl],
  }
}
