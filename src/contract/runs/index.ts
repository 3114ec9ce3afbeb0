import { RunId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainRuns } from './plain.ts'

export {
  Evidence,
  EvidenceCheck,
  RoleKey,
  Run,
  RunLimit,
  RunLimits,
  RunState,
  Teammate,
  TeammateRole,
  type TeammateState,
} from './schemas.ts'

/** A leader with its team, working through one goal. */
export const runsNoun = defineNoun(plainRuns, { ids: [RunId], events, operations })
