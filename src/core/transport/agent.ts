import type { Observable } from 'rxjs'
import type { AgentId } from '../../contract/index.ts'
import type { AgentEvent } from './event.ts'
import type { AgentExit } from './pipe/index.ts'

/** A way to run and talk to one kind of agent. */
export interface Transport {
  /** Spawns the agent. Resolves when the process runs; the model is not called. */
  start(spec: AgentSpec): Promise<RunningAgent>
  /** Goes on with an agent that was started earlier, by this daemon or the one before it. */
  attach(from: AttachPoint): RunningAgent
}

/** Where to go on with an agent. */
export interface AttachPoint {
  id: AgentId
  /** The `next` of the last line that was recorded. */
  offset: number
  /** The conversation the agent was in at that line. */
  conversation: string
}

/** What an agent is started with. */
export interface AgentSpec {
  id: AgentId
  /** By what people know it, also when no daemon runs. */
  label?: string
  /** The program and words that come before our arguments. */
  command: readonly [string, ...string[]]
  /** On the other machine when the agent is remote. */
  cwd: string
  /** The whole environment of the process, or of ssh when the agent is remote. */
  env: Readonly<Record<string, string>>
  remote?: Remote | undefined
  conversation: Conversation
  permissionMode: PermissionPolicy
  /** Whether it allows itself what it would ask about, questions and plans excepted, until its mode is changed. */
  allowsItself?: boolean
  model?: string | undefined
  appendSystemPrompt?: string | undefined
  /** Which of the CLI's own tools there are; all when undefined. Those of MCP servers are not among them. */
  tools?: readonly string[]
  allowedTools?: readonly string[]
  disallowedTools?: readonly string[]
  /** Servers the agent may call; those of the user and the project are left out unless `otherMcpServers` keeps them. */
  mcpServers?: Readonly<Record<string, McpServer>>
  otherMcpServers?: 'dropped' | 'kept'
  /**
   * Where on this machine the CLI finds them when it starts; removed as soon as it has. In a file, since everybody can
   * read command lines, and whatever an agent runs its environment. A remote agent needs none.
   */
  mcpServersFile?: string
  /** A file with further MCP servers, as the CLI writes them. */
  mcpConfigFile?: string | undefined
  /** Which settings files count; all when undefined. */
  settingSources?: readonly ('user' | 'project' | 'local')[]
  /** Subagents it may start, by role. */
  subagents?: Readonly<Record<string, SubagentSpec>>
  /** Whether it may write to its own subagents. Otherwise newer CLIs could reach agents of other teams behind our back. */
  mayMessageSubagents?: boolean
  /** A JSON schema every answer must fit. */
  outputSchema?: Readonly<Record<string, unknown>>
  /** So often the model may be called in a turn; after that the turn fails with `max-turns`. */
  maxTurns?: number
}

/** An agent on another machine. */
export interface Remote {
  /** An ssh command whose last word is the host. */
  prefix: readonly string[]
  /** Variables to set over there; nothing else of this machine's environment goes along. */
  env: Readonly<Record<string, string>>
}

/** Which conversation of the CLI an agent holds; ids are UUIDs that we choose. */
export type Conversation =
  | { how: 'new'; id: string }
  /** `file` is where the CLI keeps it, when it does not find the id from the folder of the agent. */
  | { how: 'resumed'; id: string; file?: string }
  | { how: 'forked'; id: string; from: string }

/** What the CLI does before it asks. */
export type PermissionPolicy = 'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'bypassPermissions'

/** An MCP server over HTTP. Header values never appear in a command line. */
export interface McpServer {
  url: string
  headers?: Readonly<Record<string, string>>
}

/** A role a subagent may have. */
export interface SubagentSpec {
  description: string
  prompt: string
  tools?: readonly string[]
  disallowedTools?: readonly string[]
  model?: string
}

/** What comes out of an agent: each spooled line once, in order, then its exit. */
export type AgentOutput = AgentLine | { exit: AgentExit }

/** A line, where it is in the spool, and what it means. */
export interface AgentLine {
  offset: number
  next: number
  line: string
  event: AgentEvent
  /** Set when this line belongs to another conversation than the line before, as after `/clear`. */
  conversationChanged?: { from: string; to: string }
}

/** A message for the agent. */
export interface AgentMessage {
  /** A UUID; a message is put to the agent once however often it is sent. */
  uuid: string
  text: string
  /** Who wrote it, when not the user: then it is fenced, so that neither `/commands` nor `@paths` in it take effect. */
  from?: string
}

/** The answer to an ask. An allow returns the input, changed or not. */
export type AskReply =
  | { allow: true; input: Readonly<Record<string, unknown>>; remember?: readonly unknown[] }
  | { allow: false; message: string; endsTurn?: boolean }

/** How full the agent's context is. */
interface ContextUsage {
  used: number
  max: number
  /** From 0 to 100. */
  percent: number
}

/** An agent that was started, whether or not it still runs. Without a pipe everything fails with PIPE_CLOSED. */
export interface RunningAgent {
  id: AgentId
  /** From where the agent was started or attached. Each subscriber gets all of it; memory does not depend on its length. */
  output$: Observable<AgentOutput>
  /** Resolves when the agent takes input; no model is called for that. */
  ready(): Promise<void>
  /** Resolves when the agent's stdin took the message. Send one at a time: the CLI merges what arrives during a turn. */
  send(message: AgentMessage): Promise<void>
  /** Ends the running turn, and with it the agent's subagents. Resolves when the agent has understood; the result follows. */
  interrupt(): Promise<void>
  /** Answers an ask. The first answer counts; others do nothing. */
  answer(request: string, reply: AskReply): Promise<void>
  setModel(model: string): Promise<void>
  setPermissionMode(mode: PermissionPolicy): Promise<void>
  /** Ends one subagent or background command. */
  stopSubagent(id: string): Promise<void>
  contextUsage(): Promise<ContextUsage>
  /** Resolves when the agent answers at all, and rejects when it is silent; no model is called. */
  pulse(): Promise<void>
  /** The last of what the agent wrote to stderr. */
  complaints(): Promise<string>
  /** Ends the agent and all it started; it may finish its turn within `graceMs`. May be called twice. */
  close(options: { graceMs: number }): Promise<AgentExit>
  exited(): Promise<AgentExit>
}
