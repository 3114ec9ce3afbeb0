import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainOrg } from './plain.ts'
import { SeatId, ShiftId } from './schemas.ts'

export {
  Dispatch,
  DispatchState,
  Org,
  OrgBudget,
  Seat,
  SeatId,
  SeatKind,
  Shift,
  ShiftEnding,
  ShiftId,
} from './schemas.ts'

/** Organisations: who has which seat in a project, and what they were given to do. */
export const orgNoun = defineNoun(plainOrg, { ids: [SeatId, ShiftId], events, operations })
