import type { Task, TaskId } from '../../contract/index.ts'
import type { Append } from '../../core/store/index.ts'
import { limitsOf, type OrgContext } from './context.ts'
import type { DispatchRow, SeatRow } from './rows.ts'
import { closeSeat } from './seats.ts'

/** How full a conversation may be, in percent, with which another part is begun. */
const roomUpTo = 60

/** A worker whose part is complete rests, when its conversation has room for another; otherwise it leaves. */
export function restOrLeave(
  context: OrgContext,
  seat: SeatRow,
  { task, reason, append }: { task: TaskId; reason: string; append: Append },
): void {
  const { rows, clock } = context
  const shift = rows.shifts.now(seat.id)
  const lead = seat.lead === null ? undefined : rows.seats.get(seat.lead)
  if (!shift || lead?.closedAt !== null || !hasRoom(context, seat))
    return closeSeat(context, seat, { reason, append })
  rows.parts.setShift(task, shift.id)
  rows.seats.setResting(seat.id, clock.now())
  const { project, key, session } = seat
  append({ type: 'seat.rested', session, data: { project, seat: seat.id, key } })
  const resting = rows.seats.under(lead.id).filter(({ restsSince }) => restsSince !== null)
  const surplus = resting.length - limitsOf(context, project).workers
  for (const one of resting.slice(0, Math.max(0, surplus)))
    closeSeat(context, one, { reason: 'Others rest too.', append })
}

function hasRoom({ rows, gauges, sessions }: OrgContext, seat: SeatRow): boolean {
  const shift = rows.shifts.now(seat.id)
  if (!shift || shift.dueAt !== null || shift.replacedBy !== null || seat.pausedAt !== null) return false
  const percent = gauges.get(seat.session) ?? sessions.live(seat.session).contextPercent
  // One that nobody knows may be full.
  return percent !== null && percent < roomUpTo
}

/** Who rests and is to get a part: whom its manager named, or who knows its files. Somebody named who is at work is waited for. */
export function workerFor(
  context: OrgContext,
  row: DispatchRow,
  task: Task,
): SeatRow | 'waited for' | undefined {
  const { rows } = context
  if (row.lead === null) return undefined
  const wanted = row.wants === null ? undefined : rows.seats.get(row.wants)
  if (wanted?.closedAt === null) return isFree(context, row, wanted) ? wanted : 'waited for'
  const free = rows.seats.under(row.lead).filter((seat) => isFree(context, row, seat))
  return free.findLast((seat) => knowsFiles(context, seat, task))
}

/** It rests, and nothing else waits for it. */
function isFree({ rows }: OrgContext, { n, project }: DispatchRow, seat: SeatRow): boolean {
  if (seat.closedAt !== null || seat.restsSince === null) return false
  // One that was given out to it is not begun yet, or one before this is to be.
  const claims = rows.dispatches.open(project).filter((one) => one.n !== n && one.wants === seat.id)
  return !claims.some((one) => one.state === 'started' || (one.state === 'waiting' && one.n < n))
}

function knowsFiles({ rows, tasks }: OrgContext, seat: SeatRow, task: Task): boolean {
  const shift = rows.shifts.now(seat.id)
  const known = new Set(
    (shift ? rows.parts.ofShift(shift.id) : []).flatMap((one) =>
      tasks.get(one).files.map(({ path }) => path),
    ),
  )
  return task.files.some(({ path }) => known.has(path))
}
