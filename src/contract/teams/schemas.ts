import { z } from 'zod'
import { AgentId, AskId, SessionId, TurnId } from '../ids.ts'

/** A name that is safe in paths, prompts, tables and IRC: no prototype keys, no traversal. */
export const TeamName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits and . _ - only, at most 64')
  .refine(
    (name) => !name.includes('..') && !['constructor', 'prototype', 'user', 'iris'].includes(name),
    'this name is not allowed',
  )
  .describe('The name of a team in config.yaml')

export const OfTeam = z.object({ team: TeamName })
/** Which session with the team: the caller's own, or for a person that of another team. */
export const OfSession = OfTeam.extend({
  fromTeam: z
    .union([TeamName, z.literal('iris')])
    .optional()
    .describe('For a person: the session of this team with it, or that of the Iris agent'),
})

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

/** Who reads the answer of a tell: a model may answer to it by itself. */
export const Reader = z.enum(['person', 'model'])
export type Reader = z.infer<typeof Reader>

/** What a turn that is not running yet, or not going on, waits for; the last four are asks of that kind. */
export const WaitingFor = z.enum([
  'turn',
  'pool',
  'quota',
  'budget',
  'agent',
  'permission',
  'question',
  'plan',
  'decision',
])
export type WaitingFor = z.infer<typeof WaitingFor>

/** Which characters of an answer a text is, when it is not all of them. */
const Cut = z
  .object({
    from: z.int().describe('Where it begins in the whole answer'),
    to: z.int().describe('Where to go on: pass it as `from` to read further'),
    of: z.int().describe('How long the whole answer is'),
  })
  .nullable()
  .describe('Set when the text is not all that was said: which characters of it these are')

const Final = z
  .string()
  .nullable()
  .describe('The final message, with which the text ends, where something was said before it')

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
    .describe('All that was said in the turn, in order, with an empty line between messages'),
  final: Final,
  cut: Cut,
  soFar: z.string().nullable().describe('What was said so far, while it is under way'),
  advice: z.string().nullable().describe('What to do next, and why, when it ended without an answer'),
  waitingFor: WaitingFor.nullable(),
  waitedMs: z.int().describe('How long it stood still for an answer since it was delivered'),
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
  retryOf: TurnId.nullable().describe('The turn that met a limit and that this one takes up again'),
  retriedBy: TurnId.nullable().describe('The turn that takes this one up again'),
})
export type Turn = z.infer<typeof Turn>

/** How far a tell has got, as its caller sees it. */
export const TellStatus = z.enum([
  'accepted',
  'queued',
  'delivered',
  'needs_permission',
  'needs_answer',
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
  text: z
    .string()
    .describe(
      'All that was said in the turn, in order, with an empty line between messages; so far, before the end',
    ),
  final: Final,
  cut: Cut,
  waitingFor: WaitingFor.nullable(),
  ask: AskId.nullable().describe('With needs_permission and needs_answer: what to answer'),
  advice: z.string().nullable().describe('What to do next when this is not an answer'),
  rehearsed: z.boolean(),
  durationMs: z.int().describe('From the call on, all waiting included'),
  queuedMs: z.int().describe('How long it waited to be delivered'),
  waitedMs: z.int().describe('How long it stood still for an answer since then'),
})
export type TellOutcome = z.infer<typeof TellOutcome>

/** Whom to tell what, as every way in takes it. */
export const TellTarget = z.object({
  to: TeamName.optional().describe('The team to tell'),
  toTeam: TeamName.optional().describe('The same as `to`'),
  message: z.string().describe('What to tell it'),
  fromTeam: TeamName.optional().describe('Speak for this team; only people may'),
})
export type TellTarget = z.infer<typeof TellTarget>

/** That a target names its team once. */
export const namesOneTeam = [
  ({ to, toTeam }: Pick<TellTarget, 'to' | 'toTeam'>): boolean =>
    (to === undefined) !== (toTeam === undefined),
  { path: ['to'], message: 'name one team, in `to`' },
] satisfies [unknown, unknown]

/** A turn that met a limit and waits to be taken up again. */
export const Retry = z.object({
  turn: TurnId.describe('The turn that takes it up again'),
  retryOf: TurnId.describe('The one that met the limit'),
  for: z.enum(['quota', 'budget']).describe('What it waits for'),
  until: z.int().nullable().describe('When it runs again on its own, as far as that is known'),
  since: z.int().describe('When it met the limit'),
  byHand: z.boolean().describe('It met the limit so often that it runs only when a person says so'),
  preview: z.string().describe('How its message begins'),
})
export type Retry = z.infer<typeof Retry>

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
  limited: z.int().describe('Those of them that met a limit and wait to be taken up again'),
  asks: z.int().describe('Open asks'),
  cutOff: z.int().describe('Agents without a connection to Iris: they have none of its tools'),
  costTodayUsd: z.number(),
  rehearsedTodayUsd: z.number().describe('What rehearsed turns of today would have cost; nobody pays it'),
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
  limited: Retry.nullable().describe('The first turn that met a limit and waits to be taken up again'),
  contextPercent: z.number().nullable(),
  cutOff: z
    .string()
    .nullable()
    .describe('How the CLI calls it when the agent has no connection to Iris: `failed`, `pending`, …'),
  costUsd: z.number().describe('What it cost, rehearsed turns included'),
  rehearsedUsd: z.number().describe('How much of that was rehearsed; nobody pays it'),
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
