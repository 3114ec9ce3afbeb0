import type { AgentHost } from '../../../core/agents/index.ts'
import type { EventLog } from '../../../core/store/index.ts'
import type { Usage } from '../../../core/usage/index.ts'
import type { Clock } from '../../../platform/clock/index.ts'
import type { CompiledConfig } from '../../../platform/config/index.ts'
import type { Logger } from '../../../platform/log/index.ts'
import type { Projects } from '../../../platform/projects/index.ts'
import type { Sql } from '../../../platform/sqlite/index.ts'
import type { StageRows } from './rows.ts'

/** What stages are made from. */
export interface StageDeps {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Pick<Logger, 'error'>
  usage: Usage
  projects: Projects
  config: () => CompiledConfig
  agents: Pick<AgentHost, 'launchStage' | 'attach' | 'forget' | 'known'>
  /** Only when they are recovered is it known which agents the pipe has. */
  sessions: { recovered(): Promise<void> }
}

export interface StageContext extends StageDeps {
  rows: StageRows
}
