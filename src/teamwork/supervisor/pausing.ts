import { IrisError } from '../../contract/index.ts'
import { seatNamed } from './calling.ts'
import { escalateAll } from './climbing.ts'
import type { OrgContext } from './context.ts'
import { found } from './orgs.ts'
import type { SeatRow } from './rows.ts'

/** Which seat of which organisation is meant. */
export interface SeatName {
  project: string
  seat: string
}

/** The open seat that is meant, in an organisation that runs. */
export function findSeat(context: OrgContext, { project, seat: named }: SeatName): SeatRow {
  const org = found(context, project)
  const seat =
    context.rows.seats.byKey(org.project, named) ?? seatNamed(context, named) ?? context.rows.seats.get(named)
  if (seat?.project !== org.project)
    throw new IrisError('SEAT_UNKNOWN', `There is no seat ${named.slice(0, 80)} in ${org.project}.`)
  if (org.stoppedAt !== null || seat.closedAt !== null)
    throw new IrisError('SEAT_STATE_REFUSED', 'Nobody is on shift there: start the organisation first.')
  if (seat.restsSince !== null)
    throw new IrisError(
      'SEAT_STATE_REFUSED',
      `${seat.key} rests between two parts: nothing runs there, and it leaves with its manager.`,
    )
  return seat
}

const reason = 'a pause of its seat'

/** Before anything is delivered: a pause outlives the daemon. */
export function holdPaused({ rows, holdSeat }: OrgContext): void {
  for (const seat of rows.seats.paused()) holdSeat(seat, reason)
}

/** Delivers nothing more to a seat, whose build pauses; a turn of the engineering manager ends by itself. */
export function pauseSeat(context: OrgContext, named: SeatName, by: string): string {
  const { rows, log, clock } = context
  const seat = findSeat(context, named)
  if (seat.pausedAt !== null) return seat.project
  log.write((append) => {
    rows.seats.setPaused(seat.id, clock.now())
    append({ type: 'seat.paused', session: seat.session, data: { ...aboutSeat(seat), by } })
  })
  context.holdSeat(seat, reason)
  escalateAll(context, seat, `${seat.key} is paused.`)
  return seat.project
}

/** Lets a seat go on that was paused. */
export function resumeSeat(context: OrgContext, named: SeatName, by: string): string {
  const { rows, log } = context
  const seat = findSeat(context, named)
  if (seat.pausedAt === null) return seat.project
  log.write((append) => {
    rows.seats.setPaused(seat.id, null)
    append({ type: 'seat.resumed', session: seat.session, data: { ...aboutSeat(seat), by } })
  })
  context.releaseSeat(seat, reason)
  return seat.project
}

const aboutSeat = ({ project, id, key }: SeatRow) => ({ project, seat: id, key })
