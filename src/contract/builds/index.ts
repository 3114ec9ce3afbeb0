import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainBuilds } from './plain.ts'
import { BuildId } from './schemas.ts'

export {
  Build,
  BuildId,
  BuildLimits,
  BuildOutcome,
  BuildState,
  BuildTask,
  PrimedCheck,
  WorkStep,
} from './schemas.ts'

/** Tasks being worked. */
export const buildsNoun = defineNoun(plainBuilds, { ids: [BuildId], events, operations })
