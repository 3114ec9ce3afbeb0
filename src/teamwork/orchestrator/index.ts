export type { Caller, Orchestrator, Patience, Telling, TellProgress, TurnPage } from './orchestrator.ts'
