export {
  calls,
  EventQuery,
  TokenRole,
  type CallerOf,
  type CallInput,
  type CallOutput,
  type CallParsed,
  type Status,
  type Token,
} from './api.ts'
export type { Identity, Role } from './call.ts'
export { errorCatalogue, exitCodes, type ErrorCode, type ErrorKind } from './error-catalogue.ts'
export { IrisError, toErrorBody, type ErrorBody } from './errors.ts'
export type { EventDefinition } from './event-definition.ts'
export {
  EventEnvelope,
  eventDefinitions,
  parseEventData,
  type Event,
  type EventData,
  type EventType,
  type NewEvent,
} from './events.ts'
export { configCalls, type ConfigMistake } from './config-calls.ts'
export {
  historyCalls,
  type AgentProcess,
  type BudgetUse,
  type FoundTurn,
  type Limits,
  type TurnMark,
  type UsageRow,
} from './history.ts'
export { daemonLock, daemonSocket, homeFiles, type DaemonAddress } from './home.ts'
export { AgentId, AskId, newId, RuleId, RunId, SessionId, TokenId, TurnId } from './ids.ts'
export {
  AlertMethodName,
  AnswerSource,
  Ask,
  AskAnswer,
  AskFigures,
  AskKind,
  AskQuestion,
  AskSource,
  AskType,
  AskUrgency,
  Chosen,
  LearnedAnswer,
  Rule,
  type AskOption,
  type AskState,
} from './inbox.ts'
export { AnswerInput, inboxCalls } from './inbox-calls.ts'
export { irisCalls } from './iris-calls.ts'
export { logCalls } from './log-calls.ts'
export {
  IrisAnswer,
  IrisMessage,
  type ActionState,
  type Cited,
  type GuardName,
  type IrisAction,
  type Verdict,
} from './iris.ts'
export { paths, type CallName } from './paths.ts'
export { isProblem, problemTypes, unanswered } from './problems.ts'
export { resultWords } from './result-words.ts'
export { runCalls } from './run-calls.ts'
export {
  Evidence,
  EvidenceCheck,
  RoleKey,
  Run,
  RunLimit,
  RunLimits,
  RunState,
  Teammate,
  TeammateRole,
  type TeammateState,
} from './runs.ts'
export { teamCalls } from './team-calls.ts'
export {
  Session,
  SessionCursor,
  TeamName,
  TeamSummary,
  TellOutcome,
  TellStatus,
  Turn,
  TurnEnding,
  WaitingFor,
  type ChatWriting,
  type TurnWriting,
  type Writing,
} from './teams.ts'
