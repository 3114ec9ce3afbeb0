import type { BuildId } from '../../contract/index.ts'
import type { Append } from '../../core/store/index.ts'
import { notice, tellRoomOf, wakeGiver } from './announcing.ts'
import type { OrgContext } from './context.ts'
import { endShift, startShift } from './seats.ts'

/** How often a task goes to somebody else after a crash. */
const maxReassigned = 2

/** How a task whose agent crashed for good goes to somebody else; undefined once only a person says how it goes on. */
export function reassigning(context: OrgContext, build: BuildId): ((append: Append) => void) | undefined {
  const { rows, tasks } = context
  const row = rows.dispatches.byBuild(build)
  if (row?.state !== 'started' || row.task === null) return undefined
  if (row.reassigned < maxReassigned) return (append) => reassign(context, build, append)
  const { key } = tasks.get(row.task)
  const who = row.lead === null ? 'manager' : 'worker'
  const words = `${key} was given out ${maxReassigned + 1} times, and each time its ${who} ended in the middle of its work. What is there is on task/${key}. It waits for a person: see the inbox.`
  notice(context, context.channels.byName(`#errors-${row.project}`), words)
  tellRoomOf(context, row, words)
  wakeGiver(context, row, words)
  return undefined
}

/** Somebody with a new name takes the seat, in the transaction that begins the new conversation. */
function reassign(context: OrgContext, build: BuildId, append: Append): void {
  const { rows, tasks } = context
  const row = rows.dispatches.byBuild(build)
  if (!row || row.task === null) return
  rows.dispatches.countReassigned(row.message)
  const { key } = tasks.get(row.task)
  const seat = rows.seats.ofTask(row.task)
  const shift = seat && rows.shifts.now(seat.id)
  if (!seat || !shift) return
  endShift(context, seat, { shift, how: 'crashed', page: null, append })
  const next = startShift(context, seat, append)
  const words = `${shift.name} ended three times in the middle of ${key}. What is there was rescued; ${next.name} takes it (${row.reassigned + 1} of ${maxReassigned}).`
  tellRoomOf(context, row, words)
}
