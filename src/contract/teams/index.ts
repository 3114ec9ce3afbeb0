import { SessionId, TurnId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { events } from './events.ts'
import { operations } from './operations.ts'
import { plainTeams } from './plain.ts'

export {
  namesOneTeam,
  Retry,
  Reader,
  Session,
  SessionCursor,
  TeamName,
  TeamSummary,
  TellOutcome,
  TellStatus,
  TellTarget,
  Turn,
  TurnEnding,
  WaitingFor,
  type ChatWriting,
  type TurnWriting,
  type Writing,
} from './schemas.ts'

/** Teams, their sessions and turns. */
export const teamsNoun = defineNoun(plainTeams, { ids: [SessionId, TurnId], events, operations })
