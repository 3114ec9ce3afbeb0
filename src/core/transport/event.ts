/** What an agent said, did or wants, read from one line of its output. Every line gives exactly one. */
export type AgentEvent = EventBody & EventOrigin

/** Whose event it is. */
export interface EventOrigin {
  /** The CLI's own id of the conversation; a `/clear` changes it. */
  conversation?: string
  /** Set when a subagent of the agent is the source. */
  subagent?: Subagent
  /** The answer is scripted: a rehearsal, no model. */
  rehearsed?: true
}

/** A helper that the agent started inside itself. */
interface Subagent {
  /** The tool call that started it. */
  toolUse: string
  /** Its kind, such as `Explore`. */
  role?: string
  /** What it was started for. */
  description?: string
}

type EventBody =
  | TurnStarted
  | Said
  | ToolReturned
  | Delta
  | Heard
  | Asked
  | { kind: 'ask-withdrawn'; request: string }
  | { kind: 'control-answered'; request: string; answer: ControlAnswer }
  | Retrying
  | Limit
  | SubagentStep
  | { kind: 'subagents-running'; running: readonly { id: string; type: string; description: string }[] }
  | { kind: 'message-received'; uuid: string; state: string }
  | {
      kind: 'status'
      status: string | undefined
      permissionMode?: string
      compacting?: 'failed' | 'succeeded'
    }
  | { kind: 'compacted'; trigger: string; tokensBefore: number | undefined }
  | { kind: 'refused'; model: string }
  | Result
  | { kind: 'other'; type: string }
  | { kind: 'garbage' }

/** The CLI began a turn; this comes at every turn, not only at the first. */
interface TurnStarted {
  kind: 'turn-started'
  model: string
  version: string
  /** Empty on CLIs that do not announce any (2.1.197). */
  capabilities: readonly string[]
  tools: readonly string[]
  /** Undefined when the line says nothing of them. */
  mcpServers: readonly { name: string; status: string }[] | undefined
  permissionMode: string
  cwd: string
}

/** Finished content blocks of the agent; usually one per line. */
export interface Said {
  kind: 'said'
  message: string
  model: string
  parts: readonly Part[]
  /** Tokens that this answer was given from, where the line says so: how full the conversation is. */
  read?: number
  /** Set when the CLI itself speaks because the model could not: `server_error`, `rate_limit`, … */
  error?: string
}

/** One content block. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool'; toolUse: string; name: string; input: Readonly<Record<string, unknown>> }

/** Results of tool calls. */
export interface ToolReturned {
  kind: 'tool-returned'
  results: readonly { toolUse: string; text: string; isError: boolean }[]
  /** What the tool itself reported, in its own shape. */
  detail: unknown
}

/** A piece of a block that is still being written. */
export interface Delta {
  kind: 'delta'
  of: 'text' | 'thinking' | 'tool'
  text: string
  block: number
}

/** A user message as the CLI tells it: a replay of ours, or text the CLI put in by itself. */
interface Heard {
  kind: 'heard'
  text: string
  uuid: string | undefined
  isReplay: boolean
}

/** The agent waits for an answer. */
export interface Asked {
  kind: 'asked'
  /** Names the ask in `answer`. */
  request: string
  ask: Ask
  tool: string
  toolUse: string
  /** Goes back, changed or not, with an allow. */
  input: Readonly<Record<string, unknown>>
  description: string
  blockedPath: string | undefined
  /** Rules the CLI offers to remember. Returning them may also change the permission mode: pick with care. */
  suggestions: readonly unknown[]
  /** The CLI's id of the subagent that asks. */
  agent: string | undefined
}

/** What kind of answer is wanted. */
export type Ask =
  | { type: 'permission' }
  | { type: 'question'; questions: readonly Question[] }
  | { type: 'plan'; plan: string }

/** One question of AskUserQuestion; answers go by its text. */
export interface Question {
  question: string
  header: string
  isMultiSelect: boolean
  options: readonly { label: string; description: string }[]
}

/** The CLI's answer to a control request. */
export type ControlAnswer =
  | { ok: true; value: Readonly<Record<string, unknown>> }
  | { ok: false; message: string }

/** The model could not be reached and is tried again. */
interface Retrying {
  kind: 'retrying'
  attempt: number
  attempts: number
  delayMs: number
  status: number | undefined
  error: string
}

/** Where an account stands against its limit (only with a claude.ai login). */
export interface Limit {
  kind: 'limit'
  state: 'allowed' | 'warned' | 'rejected'
  window: string
  /** Unix time in ms. */
  resetsAt: number | undefined
  /** From 0 to 1. */
  used: number | undefined
}

/** A step in the life of a subagent or background command, which the CLI calls a task; `type` tells which (`local_agent`, `local_bash`). */
export interface SubagentStep {
  kind: 'subagent-step'
  step: 'started' | 'progressed' | 'updated' | 'ended'
  /** The CLI's own id of it. */
  id: string
  type: string | undefined
  toolUse: string | undefined
  role: string | undefined
  description: string | undefined
  status: string | undefined
  summary: string | undefined
  tokens: number | undefined
}

/** The end of a turn. Not every result answers a message of ours: see `origin` and `isEmpty`. */
export interface Result {
  kind: 'result'
  end: TurnEnd
  text: string
  /** Tokens of this turn's main loop, without subagents. */
  usage: TokenCount
  /** US dollars since the process started (newer CLIs: since the conversation began); take differences. */
  totalCost: number
  /** By model, cumulative like `totalCost`, subagents included. */
  models: Readonly<Record<string, ModelUse>>
  /** What woke the agent when it was not us: `task-notification`, `peer`, … */
  origin: string | undefined
  /** No turn was run: the CLI reports one of several merged notifications, or only took a note. */
  isEmpty: boolean
  /** Uuids of the messages this answers, on CLIs that tell. */
  answers: readonly string[]
  /** The value when an output schema was asked for and kept. */
  structured: unknown
  denials: readonly { tool: string; toolUse: string }[]
  durationMs: number
  modelCalls: number
}

/** How a turn ended. The CLI's `subtype` says `success` for most failures, so it is never taken at its word. */
export type TurnEnd =
  | { how: 'answered' }
  | { how: 'interrupted'; during: 'streaming' | 'tools' }
  | { how: 'failed'; reason: FailureReason; status: number | undefined; message: string }

/** Why a turn failed, in words a policy can act on. */
export type FailureReason =
  | 'refusal'
  | 'max-turns'
  | 'budget'
  | 'limit'
  | 'billing'
  | 'auth'
  | 'overloaded'
  | 'server'
  | 'unreachable'
  | 'prompt-too-long'
  | 'model-unknown'
  | 'invalid-request'
  | 'structured-output'
  | 'conversation-unknown'
  | 'other'

/** Tokens by kind. */
export interface TokenCount {
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
}

/** What one model was used for. */
export interface ModelUse extends TokenCount {
  cost: number
  contextWindow: number | undefined
}
