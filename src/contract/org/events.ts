import { z } from 'zod'
import { BuildId } from '../builds/schemas.ts'
import { MessageId } from '../channels/schemas.ts'
import { defineEvent } from '../event-definition.ts'
import { TaskId } from '../tasks/schemas.ts'
import { OrgBudget, SeatId, SeatKind, ShiftEnding, ShiftId } from './schemas.ts'

const OfOrg = { project: z.string() }
const OfSeat = { ...OfOrg, seat: SeatId, key: z.string() }
const OfShift = { ...OfSeat, shift: ShiftId, name: z.string() }

/** Events about organisations, their seats and shifts. */
export const events = {
  'org.started': defineEvent(1, z.object({ ...OfOrg, team: z.string(), by: z.string() })),
  'org.stopped': defineEvent(1, z.object({ ...OfOrg, by: z.string() })),
  'org.held': defineEvent(
    1,
    z.object({
      ...OfOrg,
      seat: z.string().nullable(),
      budget: OrgBudget.shape.of,
      limitUsd: z.number(),
      until: z.int().nullable(),
    }),
  ),
  'org.released': defineEvent(
    1,
    z.object({ ...OfOrg, seat: z.string().nullable(), budget: OrgBudget.shape.of }),
  ),
  'org.tasked': defineEvent(1, z.object({ ...OfOrg, message: MessageId })),
  'org.dispatched': defineEvent(1, z.object({ ...OfOrg, message: MessageId, task: TaskId, build: BuildId })),
  'org.refused': defineEvent(1, z.object({ ...OfOrg, message: MessageId, reason: z.string() })),
  'seat.opened': defineEvent(1, z.object({ ...OfSeat, kind: SeatKind })),
  'seat.rested': defineEvent(1, z.object(OfSeat)),
  'seat.moved': defineEvent(
    1,
    z.object({ ...OfSeat, task: z.string().describe('The key of its next task') }),
  ),
  'seat.closed': defineEvent(1, z.object({ ...OfSeat, reason: z.string() })),
  'seat.paused': defineEvent(1, z.object({ ...OfSeat, by: z.string() })),
  'seat.resumed': defineEvent(1, z.object({ ...OfSeat, by: z.string() })),
  'seat.checked': defineEvent(
    1,
    z.object({
      ...OfSeat,
      found: z.enum(['idle', 'stuck', 'unknown']),
      did: z.enum(['nothing', 'told', 'escalated']),
      costUsd: z.number(),
    }),
  ),
  'shift.started': defineEvent(1, z.object(OfShift)),
  'shift.due': defineEvent(1, z.object({ ...OfShift, reason: z.string(), percent: z.number().nullable() })),
  'shift.ended': defineEvent(1, z.object({ ...OfShift, how: ShiftEnding, page: z.string().nullable() })),
}
