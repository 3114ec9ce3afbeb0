import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainTasks } from './plain.ts'
import { TaskId } from './schemas.ts'

export {
  AttemptEnding,
  EdgeType,
  Task,
  TaskAttempt,
  TaskCheck,
  StoredTaskStatus,
  type TaskEdge,
  TaskFile,
  TaskId,
  TaskStatus,
} from './schemas.ts'

export { toldTask } from './told.ts'

/** Units of work with files, edges and checks. */
export const tasksNoun = defineNoun(plainTasks, { ids: [TaskId], events, operations })
