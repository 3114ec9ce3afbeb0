export type {
  AgentLine,
  AgentMessage,
  AgentOutput,
  AgentSpec,
  Conversation,
  AskReply,
  RunningAgent,
  SubagentSpec,
  Transport,
} from './agent.ts'
export { readLine } from './claude/line.ts'
export { createTransport } from './claude/transport.ts'
export type {
  AgentEvent,
  Asked,
  Said,
  FailureReason,
  ModelUse,
  Part,
  Result,
  TokenCount,
  TurnEnd,
} from './event.ts'
export {
  connectPipe,
  endLeftAgents,
  leftAgents,
  type AgentExit,
  type LeftAgent,
  type Pipe,
} from './pipe/index.ts'
