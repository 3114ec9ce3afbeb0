export { type PipedOutput, type Pipe } from './client.ts'
export { connectPipe, type ConnectOptions } from './connect.ts'
export { type AgentExit, type AgentSignal, type PipedAgent } from './protocol.ts'
