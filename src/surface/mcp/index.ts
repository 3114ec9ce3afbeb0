export { createMcpHandler, type McpDeps, type McpHandler } from './handler.ts'
export { createReadLines, type LinePage, type LineQuery, type ReadLines } from './lines.ts'
export { warmUp } from './warm-up.ts'
