import { z } from 'zod'
import { call, people, readers } from './call.ts'
import { AgentId, SessionId, TurnId } from './ids.ts'
import { Session, TeamName, TurnEnding, WaitingFor } from './teams.ts'

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
  seq: z.int().describe('The number of its turn.accepted: all about it comes later in the log'),
  costUsd: z.number().nullable(),
  rehearsed: z.boolean(),
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

/** An agent's process as it is now. */
const AgentProcess = z.object({
  agent: AgentId,
  session: SessionId,
  team: z.string(),
  from: z.string(),
  pid: z.int().nullable(),
  memory: z
    .int()
    .nullable()
    .describe('Resident memory of it and what it started, in bytes; null where not known'),
  processes: z.int().describe('It and what it started'),
  state: z.string(),
  lastUsedAt: z.int(),
})
export type AgentProcess = z.infer<typeof AgentProcess>

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

/** A budget of config.yaml and what was spent of it. */
const BudgetUse = z.object({
  team: z.string().nullable().describe('Whose it is; null for all teams together'),
  span: z.enum(['day', 'total']),
  limitUsd: z.number(),
  spentUsd: z.number(),
})
export type BudgetUse = z.infer<typeof BudgetUse>

/** What holds agents back or soon will. */
const Limits = z.object({
  budgets: z.array(BudgetUse),
  quotaUntil: z.int().nullable().describe('Until when the account is at its limit; null when it is not'),
  disk: z
    .object({ free: z.int(), size: z.int() })
    .nullable()
    .describe('Bytes of the disk that holds the Iris home; null where not known'),
  missing: z
    .array(z.object({ team: z.string(), what: z.enum(['agent', 'folder']), path: z.string() }))
    .describe('Teams of this machine whose agent or folder is not there'),
})
export type Limits = z.infer<typeof Limits>

/** Calls about what was and what there is, and the one that ends a hold. */
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
  findTurns: call({
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
  findProblem: call({
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
  listProcesses: call({
    summary: "The agents' processes and the room there is for more",
    input: z.object({}),
    output: z.object({
      agents: z.array(AgentProcess),
      limit: z.int().describe('settings.maxProcesses'),
      daemon: z.object({ pid: z.int(), memory: z.int(), startedAt: z.int() }),
      samples: z
        .array(z.object({ at: z.int(), agents: z.int(), daemon: z.int() }))
        .describe('Memory in bytes, once a minute for the last four hours this daemon runs'),
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
  readLimits: call({
    summary: 'What holds agents back or soon will: budgets, the account, the disk, what is not installed',
    input: z.object({}),
    output: Limits,
    for: readers,
  }),
  liftQuota: call({
    summary: 'Lets everything go on before the limit of the account is reset, as far as the account allows',
    input: z.object({}),
    output: z.object({
      until: z.int().nullable().describe('Until when it would have held; null when nothing was held'),
    }),
    for: people,
  }),
} as const
