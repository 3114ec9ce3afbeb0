export { createMcpHandler, type McpHandler } from './handler.ts'
export { createReadLines, type ReadLines } from './lines.ts'
export { warmUp } from './warm-up.ts'
