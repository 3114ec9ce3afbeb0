export type {
  AgentLine,
  AgentMessage,
  AgentOutput,
  AgentSpec,
  AttachPoint,
  ContextUsage,
  Conversation,
  AskReply,
  McpServer,
  PermissionPolicy,
  Remote,
  RunningAgent,
  SubagentSpec,
  Transport,
} from './agent.ts'
export { readLine } from './claude/line.ts'
export { createTransport, type TransportDeps } from './claude/transport.ts'
export type {
  AgentEvent,
  Ask,
  Asked,
  Said,
  FailureReason,
  ModelUse,
  Part,
  Question,
  Result,
  Subagent,
  TokenCount,
  TurnEnd,
} from './event.ts'
export {
  connectPipe,
  endLeftAgents,
  leftAgents,
  type AgentExit,
  type AgentSignal,
  type ConnectOptions,
  type LeftAgent,
  type Pipe,
  type PipedAgent,
} from './pipe/index.ts'
