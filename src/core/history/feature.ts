import type { historyNoun, logNoun, OperationsOf } from '../../contract/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { CompiledConfig } from '../../platform/config/index.ts'
import { feature } from '../features/index.ts'
import type { EventLog } from '../store/index.ts'
import { createHistory, historyMigrations } from './history.ts'
import { logOperations } from './log-operations.ts'
import { historyOperations, type Now } from './operations.ts'

/** Finds what was, and keeps the log small. */
export const historyFeature = feature({
  name: 'history',
  migrations: historyMigrations,
  create: createHistory,
  operations: (
    history,
    from: { sql: Sql; log: EventLog; clock: Clock; config: () => CompiledConfig; orchestrator: Now },
  ): OperationsOf<typeof historyNoun> & OperationsOf<typeof logNoun> => ({
    ...historyOperations({ log: from.log, history, now: from.orchestrator }),
    ...logOperations({ ...from, path: from.config().database.path }),
  }),
  close: (history) => history.close(),
})
