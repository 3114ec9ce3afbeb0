import { z } from 'zod'
import { call, readers } from './call.ts'
import { AgentId, SessionId, TurnId } from './ids.ts'
import { Session, TurnEnding } from './teams.ts'

/** A turn as a timeline needs it: when, by whom, how it ended, and where it begins in the log. */
const TurnMark = z.object({
  turn: TurnId,
  author: z.string().describe('Who wrote its message: a team, or `user`'),
  fromSession: SessionId.nullable().describe('The session whose agent told it'),
  agent: AgentId.nullable(),
  how: TurnEnding.nullable(),
  preview: z.string().describe('How its message begins'),
  answer: z.string().nullable().describe('How its answer begins'),
  acceptedAt: z.int(),
  deliveredAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  seq: z.int().describe('The number of its turn.accepted: all about it comes later in the log'),
  costUsd: z.number().nullable(),
  rehearsed: z.boolean(),
})
export type TurnMark = z.infer<typeof TurnMark>

/** What was used by one team with one model within one span of time. */
const UsageRow = z.object({
  at: z.int().describe('When the span begins'),
  team: z.string(),
  model: z.string().nullable().describe('The one that cost most in the turn; null for turns of before'),
  turns: z.int(),
  costUsd: z.number(),
  rehearsedUsd: z.number().describe('What rehearsed turns would have cost; nobody pays it'),
  input: z.int(),
  output: z.int(),
  cacheRead: z.int(),
  cacheWrite: z.int(),
})
export type UsageRow = z.infer<typeof UsageRow>

/** Calls that read what was. */
export const historyCalls = {
  getSession: call({
    summary: 'A session, also a deleted one, with the newest of its turns, oldest first',
    input: z.object({ session: SessionId, limit: z.coerce.number().int().min(1).max(1000).default(500) }),
    output: z.object({
      session: Session,
      deletedAt: z.int().nullable(),
      turns: z.array(TurnMark),
      lastSeq: z.int().describe('The number of its newest event'),
    }),
    for: readers,
  }),
  readUsage: call({
    summary: 'Tokens and cost by team and model in spans of time',
    input: z.object({
      since: z.coerce.number().int().min(0).describe('Where the first span begins, in ms'),
      span: z.enum(['hour', 'day']).default('day'),
    }),
    output: z.object({ usage: z.array(UsageRow) }),
    for: readers,
  }),
} as const
