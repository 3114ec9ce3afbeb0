// The part of the contract without schemas: what a client needs, at no cost to the start of a command.
export { linesOf, readLine, type LinePart, type ReadLine } from './agent-line.ts'
export type { CallInput, CallOutput } from './api.ts'
export { exitCodes } from './exit-codes.ts'
export { fieldsOf, isFields, textIn, type Fields } from './fields.ts'
export {
  age,
  bytes,
  compact,
  counted,
  dayTime,
  duration,
  exactAge,
  money,
  oneLine,
  seconds,
} from './figures.ts'
export { errorIn, IrisError, isErrorCode, toErrorBody } from './errors.ts'
export type { EventEnvelope } from './event-envelope.ts'
export type { EventFamily, EventType } from './events.ts'
export { agentMark, daemonLock, homeFiles, type DaemonAddress } from './home.ts'
export type { AskId, RunId, SessionId, TurnId } from './ids.ts'
export { paths, type CallName } from './paths.ts'
export type * from './plain-nouns.ts'
export { withPageLinks } from './page-links.ts'
export { isProblem } from './problems.ts'
export { endedWords, endingWords, queuedWords, waitingWords } from './turn-words.ts'
export { bridgeWords } from './bridge/plain.ts'
export { addedTokens } from './builds/plain.ts'
export { maxAttachment } from './wiki/plain.ts'
