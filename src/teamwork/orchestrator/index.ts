export type {
  AnswerPart,
  Caller,
  Orchestrator,
  Patience,
  Telling,
  TellProgress,
  Ways,
} from './orchestrator.ts'
export { teamOperations } from './operations.ts'
export { waitsIn } from './waits.ts'
export { createOrchestrator } from './create.ts'
export { isPassedOn } from './hops.ts'
export { readyTeam, teamOf, type OrchestratorDeps } from './deps.ts'
