import { z } from 'zod'
import { AgentId, SessionId, TurnId } from '../ids.ts'
import { defineNoun } from '../noun.ts'
import { operation, readers } from '../operation.ts'
import { Session, TeamName, TurnEnding, WaitingFor } from '../teams/schemas.ts'
import { plainHistory } from './plain.ts'

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
  waitingFor: WaitingFor.nullable().describe('What it waits for, if for anything but the work of its agent'),
  waitedMs: z.int().describe('How long it stood still for an answer since it was delivered'),
  seq: z.int().describe('The number of its turn.accepted: all about it comes later in the log'),
  costUsd: z.number().nullable(),
  rehearsed: z.boolean(),
  retryOf: TurnId.nullable().describe('The turn that met a limit and that this one takes up again'),
})
export type TurnMark = z.infer<typeof TurnMark>

/** A turn that was looked for, with the words around what was found; marks stand between \u0002 and \u0003. */
const FoundTurn = z.object({
  turn: TurnId,
  session: SessionId,
  from: z.string(),
  to: z.string(),
  how: TurnEnding.nullable(),
  acceptedAt: z.int(),
  deliveredAt: z.int().nullable(),
  waitingFor: WaitingFor.nullable().describe('What it waits for, if for anything but the work of its agent'),
  costUsd: z.number().nullable(),
  rehearsed: z.boolean(),
  snippet: z.string(),
})
export type FoundTurn = z.infer<typeof FoundTurn>

/** What was. */
export const historyNoun = defineNoun(plainHistory, {
  ids: [],
  events: {},
  operations: {
    getSession: operation({
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
    findTurns: operation({
      summary: 'Turns by the words of their message and answer, the newest first; without words all that fit',
      input: z.object({
        words: z.string().max(1000).optional(),
        team: TeamName.optional(),
        from: z.string().max(64).optional().describe('Who told: a team, or `user`'),
        how: TurnEnding.optional(),
        before: TurnId.optional().describe('`next` of the page before'),
        limit: z.coerce.number().int().min(1).max(200).default(50),
      }),
      output: z.object({
        turns: z.array(FoundTurn),
        next: TurnId.nullable().describe('Pass as `before` to go on'),
      }),
      for: readers,
    }),
    findProblem: operation({
      summary: 'Where the next problem of a session is, and how many it has',
      input: z.object({
        session: SessionId,
        from: z.coerce.number().int().min(0).default(0).describe('The number of an event to look from'),
        direction: z.enum(['next', 'previous']).default('next'),
      }),
      output: z.object({
        seq: z
          .int()
          .nullable()
          .describe('Its number; at the end the search begins at the other one. Null when there is none'),
        problems: z.int(),
      }),
      for: readers,
    }),
  },
})
