import type { AgentSessionRow } from './records.ts'

/** One question to the model. */
export interface ModelCall {
  agentSession: AgentSessionRow
  purpose: 'judge' | 'chat'
  system: string
  message: string
  /** Told of what it uses while it works. */
  onTool?: (tool: string) => void
}
