import type { Clock } from '../../platform/clock/index.ts'
import { createLog, openStore } from '../store/index.ts'
import { createTokens, tokenMigrations } from '../tokens/index.ts'
import { createConnectors, type Connectors } from './connectors.ts'
import { connectorMigrations } from './rows.ts'

/** Connectors over real storage in memory. */
export function openConnectors(clock: Clock): { connectors: Connectors; close(): Promise<void> } {
  const sql = openStore(':memory:', [tokenMigrations, connectorMigrations])
  const log = createLog({ sql, clock })
  const tokens = createTokens({ sql, log, clock })
  return {
    connectors: createConnectors({ sql, log, clock, tokens }),
    async close() {
      await log.close()
      sql.close()
    },
  }
}
