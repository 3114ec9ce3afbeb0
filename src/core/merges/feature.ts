import type { Clock } from '../../platform/clock/index.ts'
import { childEnvironment, type CompiledConfig, type Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import type { Checks } from '../checks/index.ts'
import { feature } from '../features/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import { createMerges } from './merges.ts'
import { mergeMigrations } from './migrations.ts'
import { mergeOperations } from './operations.ts'

/** What merges are made from. */
interface From {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  projects: Projects
  environment: Environment
  config: () => CompiledConfig
  tasks: Tasks
  checks: Checks
}

// What `gh` and `glab` say who they are by; nothing else gets it.
const hostNames = /^(GH|GITHUB|GITLAB|GLAB)_\w+$/

/** Branches of tasks on their way into their target. */
export const mergesFeature = feature({
  name: 'merges',
  migrations: mergeMigrations,
  create({ environment: { variables }, config, ...from }: From) {
    const environment = childEnvironment(variables, 'tool', {})
    const host = Object.entries(variables).filter(([name]) => hostNames.test(name))
    const hostEnvironment = { ...environment, ...Object.fromEntries(host) }
    return createMerges({ ...from, environment, hostEnvironment, settings: () => config().git })
  },
  operations: mergeOperations,
  reacts: {
    'task.changed': (merges, event) => merges.taskChanged(event),
    'task.ended': (merges, event) => merges.taskChanged(event),
  },
  close: (merges) => merges.close(),
})
