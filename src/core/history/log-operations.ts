import { statSync } from 'node:fs'
import type { logNoun, OperationsOf } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { withoutUndefined } from '../../platform/lib/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { EventLog } from '../store/index.ts'
import { createPruning, createShrinking } from './pruning.ts'

/** What the operations on the log do: they read it and keep it small. */
export function logOperations(deps: {
  sql: Sql
  log: EventLog
  clock: Clock
  /** Of the database that is open. */
  path: string
}): OperationsOf<typeof logNoun> {
  const { sql, log } = deps
  const prune = createPruning(deps)
  const shrink = createShrinking(deps)
  const size = (): number => statSync(deps.path).size
  return {
    readEvents: {
      page({ at, from, ...query }) {
        const since = from === 'now' ? log.head() : at === undefined ? query.after : log.seqAt(at) - 1
        return log.read({ ...withoutUndefined(query), after: since })
      },
      session: ({ session }) => session,
    },
    pruneLog: (wanted) => prune({ ...wanted, by: 'user' }),
    shrinkLog() {
      sql.checkpoint()
      const before = size()
      shrink()
      return { before, after: size() }
    },
  }
}
