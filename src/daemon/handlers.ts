import { statSync } from 'node:fs'
import type { EventLog } from '../core/store/index.ts'
import type { Login, Tokens } from '../core/tokens/index.ts'
import { withoutUndefined } from '../platform/lib/index.ts'
import type { Handlers } from '../surface/http/index.ts'
import type { ConfigHandlers } from './config-handlers.ts'
import type { LiveConfig } from './config.ts'
import type { Demo } from './demo.ts'
import type { HistoryHandlers } from './history-handlers.ts'
import type { IrisHandlers } from './iris-handlers.ts'
import type { LogHandlers } from './log-handlers.ts'
import type { LoginFiles } from './login-files.ts'
import type { InboxHandlers } from './inbox-handlers.ts'
import type { RunHandlers } from './run-handlers.ts'
import type { TeamHandlers } from './team-handlers.ts'

/** What they work with. */
interface HandlerDeps {
  log: EventLog
  tokens: Tokens
  login: Login
  loginFiles: Pick<LoginFiles, 'write'>
  demo: Pick<Demo, 'start'>
  config: LiveConfig
  home: string
  configPath: string
  startedAt: number
  upForMs: () => number
  /** Of the code that runs, whatever is on disk by now. */
  version: string
  url: () => string
  readers: () => number
  stop: () => void
}

type Others = TeamHandlers &
  InboxHandlers &
  RunHandlers &
  IrisHandlers &
  HistoryHandlers &
  ConfigHandlers &
  LogHandlers

/** What the calls about the daemon itself do. */
export function createHandlers(deps: HandlerDeps): Omit<Handlers, keyof Others> {
  const { log, tokens, config } = deps
  return {
    getHealth: () => ({ ok: true, version: deps.version }),
    getStatus: () => ({
      version: deps.version,
      pid: process.pid,
      url: deps.url(),
      home: deps.home,
      startedAt: deps.startedAt,
      upForMs: deps.upForMs(),
      events: log.head(),
      memory: process.memoryUsage.rss(),
      database: {
        path: config.current().database.path,
        // Somebody may have taken the file away; the daemon still holds it open.
        bytes: statSync(config.current().database.path, { throwIfNoEntry: false })?.size ?? 0,
      },
      config: {
        path: deps.configPath,
        teams: [...config.current().teams.keys()],
        mistakes: [...config.mistakes()],
        waiting: config.waiting().map(({ message }) => message),
      },
      readers: deps.readers(),
    }),
    readEvents({ at, from, ...query }) {
      const since = from === 'now' ? log.head() : at === undefined ? query.after : log.seqAt(at) - 1
      return log.read({ ...withoutUndefined(query), after: since })
    },
    listTokens: () => ({ tokens: tokens.list() }),
    createToken: (input) => tokens.create(input),
    revokeToken: ({ token }) => ({ token: tokens.revoke(token) }),
    createLoginLink({ file }) {
      const { ticket, expiresAt } = deps.login.issue()
      const url = `${deps.url()}/login#${ticket}`
      return { url, expiresAt, file: file ? deps.loginFiles.write(url) : null }
    },
    startDemo: () => deps.demo.start(),
    stopDaemon() {
      deps.stop()
      return { stopping: true }
    },
  }
}
