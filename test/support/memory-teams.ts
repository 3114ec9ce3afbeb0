import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type Client } from '../../src/client/index.ts'
import { daemonSocket, homeFiles } from '../../src/contract/index.ts'
import { agentOperations } from '../../src/core/agents/index.ts'
import { historyMigrations, historyOperations, logOperations } from '../../src/core/history/index.ts'
import { askMigrations, createInbox, inboxOperations, type Inbox } from '../../src/core/inbox/index.ts'
import { kinOf } from '../../src/core/inbox/inbox.suite.ts'
import { sessionMigrations } from '../../src/core/sessions/index.ts'
import { createLog, openStore, type EventLog } from '../../src/core/store/index.ts'
import { createLogin, createTokens, tokenMigrations, tokenOperations } from '../../src/core/tokens/index.ts'
import { usageOperations } from '../../src/core/usage/index.ts'
import { followConfig } from '../../src/daemon/config.ts'
import { prepareHome, writeAddress } from '../../src/daemon/home.ts'
import { daemonOperations } from '../../src/daemon/operations.ts'
import { systemClock as clock } from '../../src/platform/clock/index.ts'
import { configOperations, readConfig } from '../../src/platform/config/index.ts'
import { createLogger } from '../../src/platform/log/index.ts'
import { startHttp } from '../../src/surface/http/index.ts'
import { irisOperations } from '../../src/teamwork/intelligence/index.ts'
import { notificationOperations } from '../../src/teamwork/notifications/index.ts'
import { teamOperations } from '../../src/teamwork/orchestrator/index.ts'
import { runOperations } from '../../src/teamwork/runs/index.ts'
import { environmentOf, makeHome } from './daemon.ts'
import { noNotifications } from './inbox.ts'
import { emptyRuns } from './no-runs.ts'
import { onlyOperations } from './operations.ts'
import { createMemoryOrchestrator } from './orchestrator.ts'

/** A home that is served with every real part but agents; `end` stops it and removes the home. */
export interface MemoryTeams {
  url: string
  home: string
  log: EventLog
  inbox: Inbox
  client: Client
  end(): Promise<void>
}

/** Teams without agents, for what is about the ways in: each answers at once, as its message says. */
export async function openMemoryTeams(names = ['alpha', 'beta']): Promise<MemoryTeams> {
  const entries = names.map((name) => `  ${name}:\n    path: /projects/${name}\n`).join('')
  const home = makeHome(
    'iris-memory-',
    `settings:\n  httpPort: 0\nteams:${entries ? '\n' : ' {}\n'}${entries}`,
  )
  const environment = environmentOf(home)
  prepareHome(home)
  const logger = createLogger({ level: 'info', file: homeFiles(home).log, toStderr: false })
  const sql = openStore(`${home}/iris.db`, [
    tokenMigrations,
    sessionMigrations,
    askMigrations,
    historyMigrations,
  ])
  const log = createLog({ sql, clock })
  const tokens = createTokens({ sql, log, clock })
  const token = tokens.ownSecret(homeFiles(home).token)
  const login = createLogin({ tokens, clock })
  const config = followConfig({ environment, started: readConfig(environment), log, logger, clock })
  const orchestrator = createMemoryOrchestrator({
    log,
    inbox: () => inbox,
    teams: () => [...config.current().teams.keys()],
  })
  const inbox = createInbox({
    sql,
    log,
    clock,
    logger,
    policy: (team) => config.current().teams.get(team),
    kin: kinOf(),
    deliver: (ask) => Promise.resolve(orchestrator.delivered(ask)),
  })
  const operations = onlyOperations({
    ...daemonOperations({
      log,
      demo: { start: () => Promise.reject(new Error('no demo here')) },
      config,
      home,
      configPath: environment.configPath,
      startedAt: clock.now(),
      upForMs: () => 0,
      version: '0',
      url: () => '',
      readers: () => 0,
      stop: () => undefined,
    }),
    ...tokenOperations({
      tokens,
      login,
      url: () => '',
      publicUrl: () => null,
      writeLink: notHere,
      taskOf: notHere,
    }),
    ...logOperations({ sql, log, clock, path: `${home}/iris.db` }),
    ...configOperations({ environment, config }),
    ...agentOperations({ processes: () => [], memorySamples: () => [], limit: () => 10, startedAt: 0 }),
    ...teamOperations(orchestrator),
    ...inboxOperations({ inbox, turns: orchestrator }),
    ...notificationOperations(noNotifications),
    ...runOperations({ runs: emptyRuns(), log }),
    ...historyOperations({
      log,
      history: {
        find: () => ({ turns: [], next: null }),
        findProblem: () => ({ seq: null, problems: 0 }),
        caughtUp: () => Promise.resolve(),
      },
      now: orchestrator,
    }),
    ...usageOperations({
      usage: { inSpans: () => [], lift: () => null },
      limits: () => Promise.resolve({ budgets: [], scopes: [], quotaUntil: null, disk: null, missing: [] }),
    }),
    ...irisOperations(undefined),
    listAlerts: () => ({ alerts: [] }),
  })
  const identify = (secret: string) => tokens.identify(secret)
  const onFault = (error: unknown, where: string): void => logger.error('fault', { where, err: error })
  const socket = join(home, daemonSocket)
  const http = await startHttp(
    { host: '127.0.0.1', port: 0, socket, allowedHosts: [], allowedOrigins: [] },
    {
      operations,
      identify,
      door: login,
      dashboard: undefined,
      mcp: () => Promise.resolve(new Response(null, { status: 404 })),
      log,
      clock,
      version: '0',
      onFault,
    },
  )
  writeAddress(home, { url: http.url, socket, pid: process.pid, version: '0' })
  return {
    url: http.url,
    home,
    log,
    inbox,
    client: createClient({ url: http.url, token }),
    async end() {
      await http.close()
      config.close()
      await log.close()
      sql.close()
      logger.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function notHere(): never {
  throw new Error('there is no file for a link here')
}
