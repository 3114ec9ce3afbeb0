import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainIris } from './plain.ts'

export {
  IrisAnswer,
  IrisMessage,
  type ActionState,
  type Cited,
  type GuardName,
  type IrisAction,
  type Verdict,
} from './schemas.ts'

/** The Iris agent. */
export const irisNoun = defineNoun(plainIris, { ids: [], events, operations })
