import type { Clock } from '../../platform/clock/index.ts'
import { childEnvironment, type CompiledConfig, type Environment } from '../../platform/config/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { feature } from '../features/index.ts'
import type { EventLog } from '../store/index.ts'
import { taskMigrations } from './migrations.ts'
import { taskOperations } from './operations.ts'
import { createTasks } from './tasks.ts'

/** What tasks are made from. */
interface From {
  sql: Sql
  log: EventLog
  clock: Clock
  projects: Projects
  environment: Environment
  config: () => CompiledConfig
}

/** Units of work that order themselves. */
export const tasksFeature = feature({
  name: 'tasks',
  migrations: taskMigrations,
  create: ({ sql, log, clock, projects, environment, config }: From) =>
    createTasks({
      sql,
      log,
      clock,
      projects,
      teams: () => config().teams,
      environment: childEnvironment(environment.variables, 'agent', {}),
    }),
  operations: taskOperations,
})
