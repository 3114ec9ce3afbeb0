import type { Clock } from '../../platform/clock/index.ts'
import type { EventLog } from '../store/index.ts'
import type { AttemptRows } from './attempt-rows.ts'
import type { Pictures } from './pictures.ts'
import type { Place } from './project-of.ts'
import type { ProjectRows } from './project-rows.ts'
import type { TaskRows } from './rows.ts'

/** What the functions of this folder work with. */
export interface TasksContext {
  log: Pick<EventLog, 'write'>
  clock: Clock
  rows: TaskRows
  projectRows: ProjectRows
  attemptRows: AttemptRows
  pictures: Pictures
  /** Where a team works; looks at its folder. */
  place: (team: string) => Promise<Place>
}
