export { type PipedOutput, type Pipe } from './client.ts'
export { type Line } from './lines.ts'
export { connectPipe, type ConnectOptions } from './connect.ts'
export { type AgentExit, type AgentSignal, type PipedAgent } from './protocol.ts'
