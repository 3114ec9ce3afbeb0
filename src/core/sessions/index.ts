export { sessionMigrations, type AgentRow, type SessionRow, type TurnRow } from './rows.ts'
export { createSessions, type NewTurn, type Sessions } from './sessions.ts'
export type { Live, TurnProgress } from './world.ts'
