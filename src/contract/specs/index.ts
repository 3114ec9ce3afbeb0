import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainSpecs } from './plain.ts'
import { SpecId } from './schemas.ts'

export {
  type Spec,
  type SpecComment,
  SpecContent,
  SpecDraft,
  type SpecEdit,
  type SpecFile,
  SpecId,
  SpecLane,
  type SpecMistake,
  SpecQuestion,
  SpecReport,
  SpecScope,
  type SpecState,
  type SpecTask,
  type WholeSpec,
} from './schemas.ts'

/** What will be built, before it is built. */
export const specsNoun = defineNoun(plainSpecs, { ids: [SpecId], events, operations })
