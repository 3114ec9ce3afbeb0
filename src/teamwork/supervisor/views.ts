import type { Dispatch, Org, Seat, Shift } from '../../contract/index.ts'
import { budgetsOf, heldWords, usedInAll } from './budgets.ts'
import { limitsOf, type OrgContext } from './context.ts'
import type { DispatchRow, OrgRow, SeatRow, ShiftRow } from './rows.ts'
import { roomsOf } from './seats.ts'

const maxSeats = 50
const maxShifts = 20
const maxDispatches = 50

/** An organisation as people see it. */
export function toOrg(context: OrgContext, row: OrgRow): Org {
  const { rows } = context
  const { managers, workers, handOverAt } = limitsOf(context, row.project)
  const held = context.heldOrg(row.project)
  const isRunning = row.stoppedAt === null
  return {
    project: row.project,
    team: row.team,
    state: isRunning ? 'running' : 'stopped',
    startedAt: row.startedAt,
    startedBy: row.startedBy,
    limits: { managers, workers, handOverAt },
    budgets: budgetsOf(context, row.project),
    heldFor: held ? heldWords(held, context.clock.now()) : null,
    costUsd: usedInAll(context, row.project),
    idleCheck: idleCheckOf(context, row.project),
    seats: rows.seats.all(row.project, maxSeats).map((seat) => toSeat(context, seat, isRunning)),
    dispatches: rows.dispatches.newest(row.project, maxDispatches).map((one) => toDispatch(context, one)),
  }
}

function idleCheckOf(context: OrgContext, project: string): Org['idleCheck'] {
  const model = limitsOf(context, project).idleCheck
  const row = context.rows.idleChecks.get(project)
  if (model === null && !row) return null
  return { model, asked: row?.asked ?? 0, costUsd: row?.costUsd ?? 0 }
}

function toSeat(context: OrgContext, seat: SeatRow, isRunning: boolean): Seat {
  const { rows, sessions, usage } = context
  const shifts = rows.shifts.of(seat.id, maxShifts)
  const isOpen = seat.closedAt === null
  return {
    seat: seat.id,
    kind: seat.kind,
    key: seat.key,
    lead: keyOf(context, seat.lead),
    name: shifts[0]?.name ?? '',
    session: seat.session,
    task: taskOf(context, seat),
    rooms: roomsOf(context, seat).map(({ name }) => name),
    state: stateOf(context, seat, shifts[0]),
    contextPercent: isOpen
      ? (context.gauges.get(seat.session) ?? sessions.live(seat.session).contextPercent)
      : null,
    nextLookAt: isRunning && isLookedAt(seat) ? context.nextLook(seat.project) : null,
    costUsd: usage.spentIn(seat.session),
    openedAt: seat.openedAt,
    closedAt: seat.closedAt,
    shifts: shifts.map(toShift),
  }
}

function isLookedAt({ kind, closedAt, pausedAt }: SeatRow): boolean {
  return kind === 'em' && closedAt === null && pausedAt === null
}

function stateOf(context: OrgContext, seat: SeatRow, shift: ShiftRow | undefined): Seat['state'] {
  if (seat.closedAt !== null) return 'closed'
  if (seat.restsSince !== null) return 'resting'
  if (shift?.dueAt) return 'handing_over'
  const isBusy = context.sessions.isBusy(seat.session)
  if (seat.pausedAt !== null || context.isHeld(seat.id)) return isBusy ? 'pausing' : 'paused'
  return isBusy ? 'working' : 'idle'
}

function taskOf({ tasks }: OrgContext, { task }: SeatRow): Seat['task'] {
  if (task === null) return null
  const { key, title } = tasks.get(task)
  return { key, title }
}

function toShift({ id, name, startedAt, endedAt, how, page }: ShiftRow): Shift {
  return { shift: id, name, startedAt, endedAt, how, page }
}

function keyOf({ rows }: OrgContext, seat: SeatRow['lead']): string | null {
  return seat === null ? null : (rows.seats.get(seat)?.key ?? null)
}

function toDispatch(context: OrgContext, row: DispatchRow): Dispatch {
  const { tasks, work } = context
  const { message, state, task, build, lead, why, at } = row
  return {
    message,
    state,
    task: task === null ? null : tasks.get(task).key,
    build: build === null ? null : work.get(build).key,
    lead: keyOf(context, lead),
    why,
    at,
  }
}
