export type { Caller, Orchestrator, Patience, Telling, TellProgress, TurnPage } from './orchestrator.ts'
export { createOrchestrator } from './create.ts'
export { readyTeam, teamOf, type OrchestratorDeps } from './deps.ts'
