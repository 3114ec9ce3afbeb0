import { AskId, GrantId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainInbox } from './plain.ts'
export {
  AnswerSource,
  Ask,
  AskAnswer,
  AskFigures,
  AskKind,
  AskQuestion,
  AskSource,
  AskType,
  AskUrgency,
  Chosen,
  LearnedAnswer,
  Grant,
  type AskOption,
} from './schemas.ts'
export { AnswerInput } from './operations.ts'

/** What waits for a person or a lead. */
export const inboxNoun = defineNoun(plainInbox, { ids: [AskId, GrantId], events, operations })
