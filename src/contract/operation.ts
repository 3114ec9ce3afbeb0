import { z } from 'zod'
import type { SessionId } from './ids.ts'
import type { Given, OperationTool } from './operation-tool.ts'

/** What a caller may do: a person everything, an observer only what reads, an agent what concerns its own team, the Iris agent only its own tools. */
export type Role = 'human' | 'observer' | 'agent' | 'iris'

/** Who calls, as the token says. */
export interface Identity {
  role: Role
  /** The token's name; for an agent the agent's. */
  name: string
  /** The team an agent works for. */
  team?: string
  /** The session an agent is in. */
  session?: SessionId
  /** When what it showed ends by itself. */
  until?: number
}

/** Whom a call comes from, as its token (and for a person's own Claude Code its folder) says; never as a message claims. */
export interface Caller {
  /** A team's name, or `user` for a person who calls from no team's folder. */
  name: string
  kind: 'human' | 'agent'
  /** The session an agent is in, when an agent calls. */
  session?: SessionId
}

type For = 'anyone' | readonly Role[]

/** One thing that can be done: what goes in, what comes out, for whom it is, and in words what it does. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Allowed extends For = For,
  Gives extends Given = Given,
> {
  summary: string
  input: Input
  output: Output
  /** Roles that may call it; `anyone` needs no token. */
  for: Allowed
  /** The tool of MCP that does the same, for the same roles. */
  tool?: OperationTool<Input, Output, Gives>
  /** Whether `Accept: text/event-stream` gives the live stream of what it reads a page of. */
  live?: true
}

/** Declares an operation, keeping the exact types of its schemas and roles. */
export function operation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Allowed extends For,
  const Gives extends Given,
>(declared: Operation<Input, Output, Allowed, Gives>): Operation<Input, Output, Allowed> {
  return declared
}

/** Declares an operation that reads a page of the log, or its live stream. */
export function liveOperation<Input extends z.ZodType, Output extends z.ZodType, const Allowed extends For>(
  shape: Operation<Input, Output, Allowed>,
): Operation<Input, Output, Allowed> & { live: true } {
  return { ...shape, live: true }
}

/** Operations that change what a person set up. */
export const people = ['human'] as const
/** Operations that read anything. */
export const readers = ['human', 'observer'] as const
/** Operations about the caller's own session with a team. */
export const tellers = ['human', 'agent'] as const
/** Operations that read what every caller may know. */
export const everyone = ['human', 'observer', 'agent'] as const

export const Nothing = z.object({})
