// The part of the contract without schemas: what a client needs, at no cost to the start of a command.
export type { CallInput, CallOutput, EventQuery, Status, Token, TokenRole } from './api.ts'
export { exitCodes, type ErrorCode } from './error-catalogue.ts'
export { IrisError, isErrorCode, toErrorBody, type ErrorBody } from './errors.ts'
export type { Event, EventData, EventEnvelope, EventFamily } from './events.ts'
export { paths, type CallName } from './paths.ts'
export { isFailedResult, isProblem } from './problems.ts'
export { resultWords } from './result-words.ts'
export type { ConfigMistake } from './config-calls.ts'
export type { AgentProcess, FoundTurn, Limits, TurnMark, UsageRow } from './history.ts'
export { agentMark, daemonLock, homeFiles, type DaemonAddress } from './home.ts'
export type { AskId, RuleId, RunId, SessionId, TurnId } from './ids.ts'
export type {
  Evidence,
  EvidenceCheck,
  Run,
  RunLimit,
  RunLimits,
  RunState,
  Teammate,
  TeammateRole,
  TeammateState,
} from './runs.ts'
export type {
  Session,
  TeamSummary,
  TellOutcome,
  TellStatus,
  Turn,
  TurnEnding,
  WaitingFor,
  Writing,
  ChatWriting,
} from './teams.ts'
export type { Ask, AskAnswer, AskFigures, AskQuestion, LearnedAnswer, Rule } from './inbox.ts'
