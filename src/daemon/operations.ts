import { statSync } from 'node:fs'
import type { daemonNoun, OperationsOf } from '../contract/index.ts'
import type { AtWork } from '../core/sessions/index.ts'
import type { EventLog } from '../core/store/index.ts'
import type { LiveConfig } from './config.ts'
import type { Demo } from './demo.ts'

/** What they work with. */
export interface DaemonDeps {
  log: Pick<EventLog, 'head'>
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
  stop: (atWork: AtWork) => void
}

/** What the operations on the daemon itself do. */
export function daemonOperations(deps: DaemonDeps): OperationsOf<typeof daemonNoun> {
  const { log, config } = deps
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
    startDemo: () => deps.demo.start(),
    stopDaemon({ atWork }) {
      deps.stop(atWork)
      return { stopping: true }
    },
  }
}
