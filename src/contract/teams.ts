import { z } from 'zod'
import { AgentId, AskId, SessionId, TurnId } from './ids.ts'

/** A name that is safe in paths, prompts, tables and IRC: no prototype keys, no traversal. */
export const TeamName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits and . _ - only, at most 64')
  .refine(
    (name) => !name.includes('..') && !['constructor', 'prototype', 'user', 'iris'].includes(name),
    'this name is not allowed',
  )
  .describe('The name of a team in config.yaml')

/** How a turn ended. Only `answered` is an answer; each of the others has a next step in `advice`. */
export const TurnEnding = z.enum([
  'answered',
  'failed',
  'refused',
  'stopped',
  'agent_died',
  'response_timeout',
  'quota',
  'budget',
  'deleted',
  'cancelled',
])
export type TurnEnding = z.infer<typeof TurnEnding>

/** What a turn that is not running yet, or not going on, waits for. */
export const WaitingFor = z.enum(['turn', 'pool', 'quota', 'agent', 'permission'])
export type WaitingFor = z.infer<typeof WaitingFor>

/** One message put to a session and what came of it so far. */
export const Turn = z.object({
  turn: TurnId,
  session: SessionId,
  from: z.string().describe('Who told: a team, or `user`'),
  to: z.string().describe('The team that was told'),
  state: z.enum(['queued', 'delivered', 'ended']),
  how: TurnEnding.nullable(),
  message: z.string(),
  answer: z
    .string()
    .nullable()
    .describe('The whole answer, or what was said before the turn ended otherwise'),
  advice: z.string().nullable().describe('What to do next, and why, when it ended without an answer'),
  waitingFor: WaitingFor.nullable(),
  acceptedAt: z.int(),
  deliveredAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  agent: AgentId.nullable(),
  costUsd: z.number().nullable(),
  wokenBy: z
    .string()
    .nullable()
    .describe('What woke the agent when it began this turn by itself: `task-notification`, `peer`, …'),
  rehearsed: z.boolean().describe('Scripted by a rehearsal, not said by a model'),
})
export type Turn = z.infer<typeof Turn>

/** How far a tell has got, as its caller sees it. */
export const TellStatus = z.enum([
  'accepted',
  'queued',
  'delivered',
  'needs_permission',
  ...TurnEnding.options,
])
export type TellStatus = z.infer<typeof TellStatus>

/** What a tell gives back: the receipt, and the answer or what there is of it. */
export const TellOutcome = z.object({
  status: TellStatus,
  turn: TurnId,
  session: SessionId,
  from: z.string(),
  to: z.string(),
  text: z.string().describe('The answer; before the end, what was said so far'),
  waitingFor: WaitingFor.nullable(),
  ask: AskId.nullable().describe('With needs_permission: what to answer'),
  advice: z.string().nullable().describe('What to do next when this is not an answer'),
  rehearsed: z.boolean(),
  durationMs: z.int(),
})
export type TellOutcome = z.infer<typeof TellOutcome>

/** A team as lists show it. */
export const TeamSummary = z.object({
  name: z.string(),
  path: z.string(),
  description: z.string(),
  color: z.string().nullable(),
  remote: z.boolean(),
  awake: z.boolean().describe('At least one agent of it runs'),
  agents: z.int(),
  running: z.int().describe('Turns under way'),
  queued: z.int().describe('Turns that wait'),
  asks: z.int().describe('Open asks'),
  cutOff: z.int().describe('Agents without a connection to Iris: they have none of its tools'),
  costTodayUsd: z.number(),
})
export type TeamSummary = z.infer<typeof TeamSummary>

/** A session with the facts its state is derived from. */
export const Session = z.object({
  session: SessionId,
  from: z.string(),
  to: z.string(),
  state: z
    .enum(['asleep', 'starting', 'idle', 'working', 'waiting'])
    .describe('Derived: process, turn, asks'),
  startFailure: z
    .object({ reason: z.string(), advice: z.string(), since: z.int(), tries: z.int() })
    .nullable()
    .describe('Why its agent does not start, and the way out; its turns wait, and it is tried again'),
  conversation: z.string().describe("The CLI's own id, for claude --resume"),
  agent: AgentId.nullable(),
  pid: z.int().nullable(),
  turns: z.int(),
  queued: z.int(),
  contextPercent: z.number().nullable(),
  cutOff: z
    .string()
    .nullable()
    .describe('How the CLI calls it when the agent has no connection to Iris: `failed`, `pending`, …'),
  costUsd: z.number(),
  createdAt: z.int(),
  lastUsedAt: z.int(),
})
export type Session = z.infer<typeof Session>

/** A place in the list of sessions, the last used first: when one was used, and which. */
export const SessionCursor = z.string().regex(/^\d{1,16}\.ses_[0-9a-z]+$/, 'no `next` of a page of sessions')
export type SessionCursor = z.infer<typeof SessionCursor>

/** A piece of what an agent is writing in a session, before its statement is whole and in the log. */
export interface TurnWriting {
  session: SessionId
  turn: TurnId
  /** Where in the statement it begins, in characters. */
  at: number
  text: string
}

/** A piece of what Iris is answering to a question, by the name of the question. */
export interface ChatWriting {
  chat: string
  at: number
  text: string
}

/** A piece of what an agent is writing, or Iris itself. */
export type Writing = TurnWriting | ChatWriting
