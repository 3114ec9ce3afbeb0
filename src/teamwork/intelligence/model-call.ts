import type { AgentSessionRow } from './records.ts'

/** One question to the model. */
export interface ModelCall {
  agentSession: AgentSessionRow
  purpose: 'judge' | 'chat' | 'idle'
  /** Another model than that of the Iris agent, which then has no tools. */
  cheap?: string
  system: string
  message: string
  /** The question it belongs to, in the chat. */
  chat?: string
  /** Told of what it uses while it works, and of what that gave. */
  onTool?: (tool: ToolCall) => void
  onReturned?: (returned: ToolResult) => void
  /** Told of what it writes, piece by piece, with where in the statement the piece begins. */
  onText?: (piece: { at: number; text: string }) => void
}

/** A tool that the model uses. */
interface ToolCall {
  toolUse: string
  name: string
  input: Readonly<Record<string, unknown>>
}

/** What a tool gave. */
interface ToolResult {
  toolUse: string
  text: string
  isError: boolean
}
