import type { OrgContext } from './context.ts'
import { findSeat, type SeatName } from './pausing.ts'

/** Gives a seat to a successor without asking whoever has it; what Iris knows of them is the handoff. */
export function replaceIn(context: OrgContext, named: SeatName, by: string): string {
  const { rows, log, clock, gauges } = context
  const seat = findSeat(context, named)
  const shift = rows.shifts.now(seat.id)
  if (!shift || shift.replacedBy !== null) return seat.project
  log.write((append) => {
    rows.shifts.setReplaced(shift.id, by)
    const reason = `replaced by ${by}`
    if (!rows.shifts.setDue(shift.id, { at: clock.now(), why: reason })) return
    const data = { project: seat.project, seat: seat.id, key: seat.key, shift: shift.id, name: shift.name }
    const percent = gauges.get(seat.session) ?? null
    append({ type: 'shift.due', session: seat.session, data: { ...data, reason, percent } })
  })
  // The new conversation ends the turn that runs; until then nothing is delivered.
  context.finishSoon(seat.id)
  return seat.project
}
