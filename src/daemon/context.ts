import type { Clock } from '../platform/clock/index.ts'
import type { CompiledConfig, Environment } from '../platform/config/index.ts'
import type { Logger } from '../platform/log/index.ts'
import type { Projects } from '../platform/projects/index.ts'
import type { Starter } from '../platform/process/index.ts'
import type { Stops } from './stops.ts'

/** What is there before anything else is opened; who opens something adds how it is stopped. */
export interface DaemonContext {
  environment: Environment
  clock: Clock
  logger: Logger
  config: CompiledConfig
  projects: Projects
  starter: Starter
  stops: Stops
}
