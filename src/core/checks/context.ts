import type { CheckId, TaskId } from '../../contract/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Starter } from '../../platform/process/index.ts'
import type { Projects } from '../../platform/projects/index.ts'
import type { Rulings } from '../rulings/index.ts'
import type { EventLog } from '../store/index.ts'
import type { FindingRows } from './finding-rows.ts'
import type { CheckRows } from './rows.ts'

/** Where git finds the repository of a folder, whatever the folder says. */
export interface Pin {
  gitDir: string
  top: string
}

/** What the functions of this folder work with. */
export interface ChecksContext {
  log: Pick<EventLog, 'write'>
  clock: Clock
  projects: Projects
  /** What starts git and the commands. */
  starter: Pick<Starter, 'run' | 'runInGroup'>
  rows: CheckRows
  findings: FindingRows
  rulings: Pick<Rulings, 'rule'>
  /** Where the output of a check is. */
  folderOf: (id: CheckId) => string
  /** For git; has no secrets. */
  environment: Readonly<Record<string, string>>
  pin?: Pin | undefined
  /** The agent that said what proves a task; null when it was a person or a file. */
  whoSaid: (task: TaskId) => string | null
}
