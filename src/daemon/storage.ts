import { homeFiles } from '../contract/index.ts'
import { createLog, openStore, type EventLog } from '../core/store/index.ts'
import {
  createTokens,
  openAgentSecrets,
  tokenMigrations,
  type AgentSecrets,
  type Tokens,
} from '../core/tokens/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import { notificationMigrations } from '../teamwork/notifications/index.ts'
import { followConfig, type LiveConfig } from './config.ts'
import { engineMigrations } from './engine.ts'
import { features } from './features.ts'
import type { DaemonContext } from './context.ts'

/** What lasts, opened. */
export interface Storage {
  sql: Sql
  log: EventLog
  tokens: Tokens
  token: string
  secrets: AgentSecrets
  live: LiveConfig
}

export function openStorage({ environment, clock, logger, config, stops }: DaemonContext): Storage {
  const files = homeFiles(environment.home)
  const sql = openStore(config.database.path, [
    tokenMigrations,
    ...engineMigrations,
    ...features.migrations,
    notificationMigrations,
  ])
  stops.add(() => (sql.checkpoint(), sql.close()))
  const log = createLog({ sql, clock, logger })
  stops.add(() => log.close())
  const tokens = createTokens({ sql, log, clock })
  const token = tokens.ownSecret(files.token)
  const secrets = openAgentSecrets(files.agentKey)
  const live = followConfig({ environment, started: config, log, logger, clock })
  stops.add(() => live.close())
  return { sql, log, tokens, token, secrets, live }
}
