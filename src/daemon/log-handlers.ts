import { statSync } from 'node:fs'
import type { logCalls } from '../contract/index.ts'
import { createPruning, createShrinking } from '../core/history/index.ts'
import type { EventLog } from '../core/store/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import type { Handlers } from '../surface/http/index.ts'

/** The handlers of the calls in `logCalls`. */
export type LogHandlers = Pick<Handlers, keyof typeof logCalls>

/** What the calls that keep the log small do. */
export function createLogHandlers(deps: {
  sql: Sql
  log: EventLog
  clock: Clock
  /** Of the database that is open. */
  path: string
}): LogHandlers {
  const prune = createPruning(deps)
  const shrink = createShrinking(deps)
  const size = (): number => statSync(deps.path).size
  return {
    pruneLog: (wanted) => prune({ ...wanted, by: 'user' }),
    shrinkLog() {
      deps.sql.checkpoint()
      const before = size()
      shrink()
      return { before, after: size() }
    },
  }
}
