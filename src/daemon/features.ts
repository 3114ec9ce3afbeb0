import { inOrder } from '../core/features/index.ts'
import { historyFeature } from '../core/history/index.ts'
import type { Inbox } from '../core/inbox/index.ts'
import type { Sessions } from '../core/sessions/index.ts'
import type { EventLog } from '../core/store/index.ts'
import { tasksFeature } from '../core/tasks/index.ts'
import type { Usage } from '../core/usage/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'
import type { Projects } from '../platform/projects/index.ts'
import type { Sql } from '../platform/sqlite/index.ts'
import type { Orchestrator } from '../teamwork/orchestrator/index.ts'
import type { Runs } from '../teamwork/runs/index.ts'

/** What a feature may be made from: the ground, and what is wired by hand because it knows of each other. */
interface Core {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  environment: Environment
  config: () => CompiledConfig
  projects: Projects
  usage: Usage
  inbox: Inbox
  sessions: Sessions
  orchestrator: Orchestrator
  runs: Runs
}

/** Every feature; each may use those before it. */
// prettier-ignore
export const features = inOrder<Core>()
  .and(historyFeature)
  .and(tasksFeature)

/** The calls that features answer. */
export type FeatureOperations = ReturnType<typeof features.open>['operations']
