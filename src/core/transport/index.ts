export type {
  AgentLine,
  AgentMessage,
  AgentOutput,
  AgentSpec,
  AttachPoint,
  ContextUsage,
  Conversation,
  Decision,
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
  type AgentExit,
  type AgentSignal,
  type ConnectOptions,
  type Pipe,
  type PipedAgent,
} from './pipe/index.ts'
