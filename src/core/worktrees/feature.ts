import type { Clock } from '../../platform/clock/index.ts'
import { childEnvironment, type CompiledConfig, type Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Starter } from '../../platform/process/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { feature } from '../features/index.ts'
import type { Leases } from '../leases/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Tasks } from '../tasks/index.ts'
import { worktreeMigrations } from './migrations.ts'
import { worktreeOperations } from './operations.ts'
import { leaseGuard } from './lease-guard.ts'
import { createWorktrees } from './worktrees.ts'

/** What worktrees are made from. */
interface From {
  sql: Sql
  log: EventLog
  logger: Logger
  clock: Clock
  projects: Projects
  starter: Pick<Starter, 'run'>
  environment: Environment
  config: () => CompiledConfig
  tasks: Tasks
  leases: Leases
}

/** The checkouts in which tasks are done. */
export const worktreesFeature = feature({
  name: 'worktrees',
  migrations: worktreeMigrations,
  create: ({ sql, log, logger, clock, projects, starter, environment, config, tasks, leases }: From) =>
    createWorktrees({
      sql,
      log,
      logger,
      clock,
      projects,
      starter: starter.run,
      tasks,
      home: environment.home,
      teams: () => config().teams,
      settings: () => config().git,
      environment: childEnvironment(environment.variables, 'agent', {}),
      assertLease: leaseGuard(leases),
    }),
  operations: worktreeOperations,
  close: (worktrees) => worktrees.close(),
})
