import { z } from 'zod'
import type { SessionId } from './ids.ts'

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

/** One call: what goes in, what comes out, and in words what it does. */
export interface Call<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  For extends 'anyone' | readonly Role[] = 'anyone' | readonly Role[],
> {
  summary: string
  input: Input
  output: Output
  /** Roles that may call it; `anyone` needs no token. */
  for: For
}

/** Declares a call, keeping the exact types of its schemas and roles. */
export function call<
  Input extends z.ZodType,
  Output extends z.ZodType,
  For extends 'anyone' | readonly Role[],
>(shape: Call<Input, Output, For>): Call<Input, Output, For> {
  return shape
}

/** Calls that change what a person set up. */
export const people = ['human'] as const
/** Calls that read anything. */
export const readers = ['human', 'observer'] as const
/** Calls about the caller's own session with a team. */
export const tellers = ['human', 'agent'] as const
/** Calls that read what every caller may know. */
export const everyone = ['human', 'observer', 'agent'] as const

export const Nothing = z.object({})
