import { z } from 'zod'
import { MessageId } from '../channels/schemas.ts'
import { prefixedId, SessionId } from '../ids.ts'

export const SeatId = prefixedId('sea')
export type SeatId = z.infer<typeof SeatId>
export const ShiftId = prefixedId('shf')
export type ShiftId = z.infer<typeof ShiftId>

/** The slug of a project, or a team in it. */
export const OrgName = z.string().min(1).max(100).describe('The slug of the project, or a team in it')

/** Which place in the organisation it is. */
export const SeatKind = z.enum(['em', 'manager', 'worker'])
export type SeatKind = z.infer<typeof SeatKind>

/** Why a shift ended. */
export const ShiftEnding = z.enum(['handed_over', 'written_for', 'replaced', 'crashed', 'done'])
export type ShiftEnding = z.infer<typeof ShiftEnding>

/** One conversation in a seat, under one name. */
export const Shift = z.object({
  shift: ShiftId,
  name: z.string(),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  how: ShiftEnding.nullable().describe('Null while it goes on'),
  page: z.string().nullable().describe('The handoff that it left'),
})
export type Shift = z.infer<typeof Shift>

/** A place in the organisation: a session that outlives the conversations in it. */
export const Seat = z.object({
  seat: SeatId,
  kind: SeatKind,
  key: z.string().describe('`em`, of a manager the key of its task, of a worker that and its number'),
  lead: z.string().nullable().describe('Of a worker the key of the seat that it works for'),
  name: z.string().describe('Who has it now, or had it last'),
  session: SessionId,
  rooms: z.array(z.string()),
  task: z
    .object({ key: z.string(), title: z.string() })
    .nullable()
    .describe('What it works on; null for the engineering manager'),
  state: z
    .enum(['idle', 'working', 'handing_over', 'pausing', 'paused', 'resting', 'closed'])
    .describe(
      '`pausing` is one whose turn still runs, `resting` a worker that may get another part with what it knows',
    ),
  contextPercent: z.number().nullable().describe('How full its conversation is; null before it is known'),
  nextLookAt: z.int().nullable().describe('When Iris looks next for what it has not read'),
  costUsd: z.number(),
  openedAt: z.int(),
  closedAt: z.int().nullable(),
  shifts: z.array(Shift).describe('The newest first'),
})
export type Seat = z.infer<typeof Seat>

/** Where a `TASK:` is. */
export const DispatchState = z
  .enum(['waiting', 'started', 'proved', 'ended', 'refused'])
  .describe('`proved` is a part whose check passed, and which is not in the checkout of its manager yet')
export type DispatchState = z.infer<typeof DispatchState>

/** A `TASK:`, and what came of it. */
export const Dispatch = z.object({
  message: MessageId,
  state: DispatchState,
  task: z.string().nullable().describe('The key of its task; null before there is one'),
  build: z.string().nullable().describe('The key of the build that works on it'),
  lead: z
    .string()
    .nullable()
    .describe('The seat of the manager that gave it out; null for the engineering manager'),
  why: z.string().nullable(),
  at: z.int(),
})
export type Dispatch = z.infer<typeof Dispatch>

/** A budget of an organisation and what was spent of it. */
export const OrgBudget = z.object({
  of: z.enum(['agent', 'day', 'project']).describe('A seat a day, the project a day, or the project in all'),
  seat: z.string().nullable().describe('Of `agent`: the key of the seat'),
  limitUsd: z.number(),
  spentUsd: z.number(),
})
export type OrgBudget = z.infer<typeof OrgBudget>

/** What the idle check of an organisation asked, and what that cost. */
const IdleCheck = z.object({
  model: z.string().nullable().describe('The model that is asked; null when none is'),
  asked: z.int(),
  costUsd: z.number(),
})

/** The organisation of a project. */
export const Org = z.object({
  project: z.string(),
  team: z.string().describe('Whose folder and settings its agents have'),
  state: z.enum(['running', 'stopped']),
  startedAt: z.int(),
  startedBy: z.string(),
  limits: z.object({ managers: z.int(), workers: z.int(), handOverAt: z.int() }),
  budgets: z.array(OrgBudget),
  heldFor: z
    .string()
    .nullable()
    .describe('Why it rests by itself and when it goes on; null when it does not'),
  costUsd: z.number(),
  idleCheck: IdleCheck.nullable().describe('Null when it is off and never asked anything'),
  seats: z.array(Seat).describe('Open ones first, then the newest'),
  dispatches: z.array(Dispatch).describe('The newest first'),
})
export type Org = z.infer<typeof Org>
