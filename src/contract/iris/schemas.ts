import { z } from 'zod'
import { AskId } from '../ids.ts'

/** What the final text of a turn wants: an answer, leave to do more, or nothing. */
export const Verdict = z.enum(['needs_answer', 'offer', 'none'])
export type Verdict = z.infer<typeof Verdict>

/** What keeps the Iris agent and teams from going round in circles or acting on words that are not yours. */
export const GuardName = z.enum(['attribution', 'depth', 'whitelist', 'hops', 'tool', 'budget'])
export type GuardName = z.infer<typeof GuardName>

/** What the Iris agent can change. */
export const IrisAction = z.enum(['wake_team', 'send_message_to_team', 'restart_agent', 'use_tool'])
export type IrisAction = z.infer<typeof IrisAction>

export const ActionState = z.enum(['asked', 'allowed', 'denied', 'done', 'failed', 'refused'])
export type ActionState = z.infer<typeof ActionState>

/** An event that an answer of Iris refers to. */
const Cited = z.object({ seq: z.int(), type: z.string(), at: z.int() })
export type Cited = z.infer<typeof Cited>

/** What Iris answered. */
export const IrisAnswer = z.object({
  chat: z.string(),
  answer: z.string(),
  cites: z.array(Cited).describe('The events the answer rests on'),
  actions: z.array(
    z.object({ action: IrisAction, team: z.string(), state: ActionState, ask: AskId.nullable() }),
  ),
  costUsd: z.number(),
  rehearsed: z.boolean(),
})
export type IrisAnswer = z.infer<typeof IrisAnswer>

/** One message of a conversation of the Iris agent. */
export const IrisMessage = z.object({
  n: z.int(),
  agentSession: z.string(),
  role: z.enum(['user', 'assistant', 'system']),
  type: z.enum(['team-completion', 'user-query', 'iris-analysis', 'tool-call', 'tool-result']),
  content: z.string(),
  at: z.int(),
  chat: z.string().nullable().describe('The question it belongs to, in the chat'),
  cites: z.array(z.int()).describe('The numbers of the events it rests on'),
  tool: z.string().nullable().describe('Of a call of a tool, and of what it gave: its name'),
  toolUse: z.string().nullable().describe('Of both: what brings them together'),
})
export type IrisMessage = z.infer<typeof IrisMessage>
