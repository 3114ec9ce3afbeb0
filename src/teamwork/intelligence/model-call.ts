import type { AgentSessionRow } from './records.ts'

/** One question to the model. */
export interface ModelCall {
  agentSession: AgentSessionRow
  purpose: 'judge' | 'chat'
  system: string
  message: string
  /** Told of what it uses while it works. */
  onTool?: (tool: string) => void
  /** Told of what it writes, piece by piece, with where in the statement the piece begins. */
  onText?: (piece: { at: number; text: string }) => void
}
