export {
  sessionMigrations,
  type AgentRow,
  type SessionRow,
  type TeammateRow,
  type TurnMarkRow,
  type TurnRow,
} from './rows.ts'
export { createSessions, type Sessions } from './sessions.ts'
export { calledOf } from './teammates.ts'
export type { KnownAgents, Live, StartFailure, Told, TurnProgress } from './world.ts'
