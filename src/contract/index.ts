export { unanswered } from './agent-line.ts'
export { calls, type CallInput, type CallOutput, type CallParsed } from './api.ts'
export { errorCatalogue, type ErrorCode } from './error-catalogue.ts'
export { exitCodes } from './exit-codes.ts'
export { IrisError, toErrorBody } from './errors.ts'
export { EventEnvelope } from './event-envelope.ts'
export {
  eventDefinitions,
  parseEventData,
  type Event,
  type EventData,
  type EventType,
  type NewEvent,
} from './events.ts'
export { isFields, parseFields, type Fields } from './fields.ts'
export { dayTime, money, oneLine } from './figures.ts'
export { fence, fenceMark, fenceMessage, fencingPrompt, inQuotes } from './fencing.ts'
export { withFinalMarked } from './final-mark.ts'
export { handlerOf, type Operations, type OperationsOf } from './handling.ts'
export { daemonLock, daemonSocket, homeFiles, type DaemonAddress } from './home.ts'
export { AgentId, AskId, GrantId, RunId, SessionId, TurnId } from './ids.ts'
export { newId } from './new-id.ts'
export { newsOf, newsTypes, type Notifies } from './notifies.ts'
export * from './nouns.ts'
export {
  rolesOf,
  type Caller,
  type CallerSeat,
  type Identity,
  type Operation,
  type Role,
} from './operation.ts'
export type { ToolEffect, ToolOutput } from './operation-tool.ts'
export { PageLimit } from './page-limit.ts'
export { callNames, paths, type CallName } from './paths.ts'
export { isProblem, problemTypes } from './problems.ts'
export { resultWords } from './result-words.ts'
