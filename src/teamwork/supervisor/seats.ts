import {
  newId,
  type Channel,
  type SeatId,
  type SeatKind,
  type SessionId,
  type ShiftEnding,
  type TaskId,
} from '../../contract/index.ts'
import { folded } from '../../core/channels/index.ts'
import type { Append } from '../../core/store/index.ts'
import { daemonName, irisName, personName } from '../rooms/index.ts'
import { notice } from './announcing.ts'
import { countForOrg } from './budgets.ts'
import type { OrgContext } from './context.ts'
import type { SeatRow, ShiftRow } from './rows.ts'

/** A seat that is to be there. */
interface NewSeat {
  project: string
  kind: SeatKind
  key: string
  session: SessionId
  task: TaskId | null
  lead: SeatId | null
}

/** Opens a seat with its first shift, in the transaction under way. One that is open stays as it is. */
export function openSeat(context: OrgContext, wanted: NewSeat, append: Append): SeatRow {
  const { rows, clock } = context
  const known = rows.seats.ofSession(wanted.session)
  if (known) return known
  const now = clock.now()
  const opened = { id: newId('sea', now), openedAt: now, closedAt: null, pausedAt: null, restsSince: null }
  const seat: SeatRow = { ...wanted, ...opened }
  rows.seats.insert(seat)
  const { project, key, kind } = seat
  append({ type: 'seat.opened', session: seat.session, data: { project, seat: seat.id, key, kind } })
  countForOrg(context, seat)
  context.holdNew(seat)
  startShift(context, seat, append)
  return seat
}

/** Closes a seat; who had it leaves its rooms. */
export function closeSeat(
  context: OrgContext,
  seat: SeatRow,
  { reason, append }: { reason: string; append: Append },
): void {
  const shift = context.rows.shifts.now(seat.id)
  if (shift) endShift(context, seat, { shift, how: 'done', page: null, append })
  context.rows.seats.close(seat.id, context.clock.now())
  context.letGo(seat.id)
  const { project, key, session } = seat
  append({ type: 'seat.closed', session, data: { project, seat: seat.id, key, reason } })
}

/** Somebody with a name of their own takes the seat, and reads on where the last one stopped. */
export function startShift(context: OrgContext, seat: SeatRow, append: Append): ShiftRow {
  const { rows, clock, channels } = context
  const last = rows.shifts.of(seat.id, 1)[0]
  const now = clock.now()
  const started = {
    id: newId('shf', now),
    seat: seat.id,
    number: (last?.number ?? 0) + 1,
    name: nextName(context, seat),
    startedAt: now,
  }
  rows.shifts.insert(started)
  for (const { channel } of roomsOf(context, seat)) {
    // Before it joins: who joins without a marker has read everything. A time stands for having read nothing.
    const { seq } = last ? channels.marker(channel, last.name) : { seq: 0 }
    if (last) channels.markRead(channel, started.name, seq > 0 ? { seq } : { at: 1 })
    channels.join(channel, { name: started.name, kind: 'agent' }, daemonName)
  }
  const { project, key, session } = seat
  const data = { project, seat: seat.id, key, shift: started.id, name: started.name }
  append({ type: 'shift.started', session, data })
  const row = rows.shifts.now(seat.id)
  if (!row) throw new Error('a shift just begun is gone')
  return row
}

/** Ends a shift; its name leaves the rooms and may be used again. */
export function endShift(
  { rows, clock, channels }: OrgContext,
  seat: SeatRow,
  ended: { shift: ShiftRow; how: ShiftEnding; page: string | null; append: Append },
): void {
  const { shift, how, page, append } = ended
  rows.shifts.end(shift.id, { at: clock.now(), how, page })
  for (const { channel } of channels.channelsOf(shift.name)) channels.part(channel, shift.name, daemonName)
  const { project, key, session } = seat
  const data = { project, seat: seat.id, key, shift: shift.id, name: shift.name, how, page }
  append({ type: 'shift.ended', session, data })
}

/** Not one that lives, and none of this project's past while there are others. */
function nextName({ rows, config, names }: OrgContext, { project }: SeatRow): string {
  const reserved = [...config().teams.keys(), daemonName, irisName, personName, 'here', 'all']
  const living = new Set([...rows.shifts.living(), ...reserved].map(folded))
  const used = new Set(rows.shifts.used(project).map(folded))
  const isFree = (name: string): boolean => !living.has(folded(name))
  const fresh = names.next((name) => isFree(name) && !used.has(folded(name)))
  return /-\d+$/.test(fresh) ? names.next(isFree) : fresh
}

/** The rooms that a seat is in; a worker is in that of its manager. */
export function roomsOf({ channels, rows }: OrgContext, { kind, project, key, lead }: SeatRow): Channel[] {
  const names = {
    em: () => [`#project-${project}`, `#standup-${project}`],
    manager: () => [`#standup-${project}`, `#work-${key}`],
    worker: () => [`#work-${(lead && rows.seats.get(lead)?.key) ?? key}`],
  }
  return names[kind]().flatMap((name) => channels.byName(name) ?? [])
}

/** What a seat works on, as it is called; `em` of the engineering manager. */
export function taskKeyOf({ tasks }: Pick<OrgContext, 'tasks'>, { task, key }: SeatRow): string {
  return task === null ? key : tasks.get(task).key
}

/** Says something in every room of a seat that both have. */
export function tellRooms(context: OrgContext, seat: SeatRow, words: string): void {
  for (const room of roomsOf(context, seat)) if (room.kind !== 'project') notice(context, room, words)
}
