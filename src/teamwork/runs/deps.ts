import type { Inbox } from '../../core/inbox/index.ts'
import type { Sessions } from '../../core/sessions/index.ts'
import type { EventLog } from '../../core/store/index.ts'
import type { Usage } from '../../core/usage/index.ts'
import type { Clock, Moments } from '../../platform/clock/index.ts'
import type { CompiledConfig, Team } from '../../platform/config/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Logger } from '../../platform/log/index.ts'
import type { RunRows } from './rows.ts'

/** What runs are made of. */
export interface RunDeps {
  rows: RunRows
  log: EventLog
  clock: Clock
  moments: Moments
  logger: Logger
  sessions: Sessions
  asks: Pick<
    Inbox,
    'holding' | 'list' | 'spans' | 'raise' | 'view' | 'carried' | 'lastOfRun' | 'withdrawOfRun'
  >
  usage: Usage
  config: () => CompiledConfig
  projects: Projects
  /** The environment in which the evidence of a team is checked. */
  environmentOf: (team: Team) => Readonly<Record<string, string>>
}
