import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainMerges } from './plain.ts'
import { MergeId } from './schemas.ts'

export {
  BranchForecast,
  ChangedFile,
  FileChange,
  Forecast,
  type Hunk,
  Merge,
  MergeHow,
  MergeId,
  MergePlan,
  MergeState,
  Push,
  UndoPlan,
  type Objection,
} from './schemas.ts'

/** A task’s branch on its way into its target: forecast, merge, undo, push. */
export const mergesNoun = defineNoun(plainMerges, { ids: [MergeId], events, operations })
