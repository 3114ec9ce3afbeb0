export {
  sessionMigrations,
  type AgentRow,
  type SessionRow,
  type TeammateRow,
  type TurnMarkRow,
  type TurnRow,
} from './rows.ts'
export { createSessions, type Sessions } from './sessions.ts'
export type { StartFailure } from './starts.ts'
export { calledOf } from './teammates.ts'
export type { KnownAgents, Live, Told, TurnProgress } from './world.ts'
