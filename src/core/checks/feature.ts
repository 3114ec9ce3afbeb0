import { join } from 'node:path'
import type { Task } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { childEnvironment, type CompiledConfig, type Environment } from '../../platform/config/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { Starter } from '../../platform/process/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Sql } from '../../platform/sqlite/index.ts'
import { feature } from '../features/index.ts'
import type { Rulings } from '../rulings/index.ts'
import type { EventLog } from '../store/index.ts'
import type { Worktrees } from '../worktrees/index.ts'
import { createChecks } from './checks.ts'
import { checkMigrations } from './migrations.ts'
import { checkOperations } from './operations.ts'

/** What checks are made from. */
interface From {
  sql: Sql
  log: EventLog
  clock: Clock
  logger: Logger
  projects: Projects
  starter: Starter
  environment: Environment
  rulings: Rulings
  tasks: { get(name: string): Task; teamsOf(task: Task): readonly string[] }
}

/** Runs of what proves a task or a change. */
export const checksFeature = feature({
  name: 'checks',
  migrations: checkMigrations,
  create({ sql, log, clock, logger, projects, starter, environment, rulings, tasks }: From) {
    const checks = createChecks({
      sql,
      log,
      clock,
      projects,
      starter,
      rulings,
      environment: childEnvironment(environment.variables, 'tool'),
      folder: join(environment.home, 'checks'),
      whoSaid: (task) => tasks.get(task).checkBy ?? null,
      onFault: (error, where) => logger.error('fault', { where, err: error }),
    })
    // Nothing waits for it: what is asked for meanwhile begins after it.
    void checks.recover()
    return checks
  },
  operations: (
    checks,
    from: From & {
      config: () => CompiledConfig
      worktrees: Pick<Worktrees, 'workplace'>
    },
  ) =>
    checkOperations(checks, {
      projects: from.projects,
      environment: childEnvironment(from.environment.variables, 'tool'),
      variables: from.environment.variables,
      teams: () => from.config().teams,
      tasks: from.tasks,
      worktrees: from.worktrees,
    }),
  close: (checks) => checks.close(),
})
