export { sessionNotifies } from './notifies.ts'
export { endOf, pieceFrom, type Answer } from './listening/answers.ts'
export {
  causeOfError,
  causeOfExit,
  complaintIn,
  maxStarts,
  pauseAfter,
  wordsOf,
  type StartCause,
} from './delivering/failed-starts.ts'
export { forward } from './delivering/forwarding.ts'
export { createRealFolders } from './real-folders.ts'
export { createPastTurns, createTurnFinder, type FoundTurnRow } from './tables/past-turns.ts'
export { sessionMigrations } from './tables/migrations.ts'
export type { AgentRow, SessionRow, TeammateRow, TurnMarkRow, TurnRow } from './tables/rows.ts'
export type { AtWork } from './ending/leaving.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { calledOf } from './listening/teammates.ts'
export type { Allowance } from './listening/words.ts'
export type { HeardEvent, KnownAgents, StartFailure, Told, TurnProgress } from './context.ts'
