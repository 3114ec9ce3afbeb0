export {
  connectPipe,
  type AgentExit,
  type AgentOutput,
  type AgentSignal,
  type ConnectOptions,
  type Pipe,
  type PipedAgent,
} from './pipe/index.ts'
