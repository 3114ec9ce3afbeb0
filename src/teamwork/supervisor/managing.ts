import { inQuotes, type Event, type TaskId } from '../../contract/index.ts'
import type { Append } from '../../core/store/index.ts'
import { tellRoomOf, wakeEm, wakeGiver } from './announcing.ts'
import { countForOrg } from './budgets.ts'
import type { OrgContext } from './context.ts'
import { restOrLeave } from './resting.ts'
import type { DispatchRow, SeatRow } from './rows.ts'
import { closeSeat, openSeat, tellRooms } from './seats.ts'

/** The agent of a task that was given out takes its seat before it hears its first word. */
export function onWorkTold(context: OrgContext, { data, session }: Event<'work.told'>, append: Append): void {
  const { rows, tasks } = context
  const row = rows.dispatches.byBuild(data.build)
  const known = session && rows.seats.ofSession(session)
  // Each try counts anew for its build.
  if (known) countForOrg(context, known)
  if (known && known.task !== data.task) goOn(context, known, { task: data.task, append })
  if (!row || !session || known) return
  const { project, title } = tasks.get(data.task)
  const place =
    row.lead === null
      ? ({ kind: 'manager', key: data.taskKey, lead: null } as const)
      : placeUnder(context, row.lead)
  const seat = openSeat(context, { ...place, project, session, task: data.task }, append)
  const name = rows.shifts.now(seat.id)?.name ?? ''
  tellRooms(context, seat, `${name} takes ${data.taskKey} ${inQuotes(title)}.`)
}

/** A worker that rested begins another part in the conversation that it has. */
function goOn(
  context: OrgContext,
  seat: SeatRow,
  { task: id, append }: { task: TaskId; append: Append },
): void {
  const { rows, tasks } = context
  const { key: task, title } = tasks.get(id)
  rows.seats.move(seat.id, id)
  const { project, key, session } = seat
  append({ type: 'seat.moved', session, data: { project, seat: seat.id, key, task } })
  tellRooms(context, seat, `${rows.shifts.now(seat.id)?.name ?? ''} goes on with ${task} ${inQuotes(title)}.`)
}

/** The next seat of a worker under a manager. */
function placeUnder(
  { rows }: OrgContext,
  lead: SeatRow['id'],
): Pick<SeatRow, 'key' | 'lead'> & { kind: 'worker' } {
  const { length } = rows.seats.under(lead)
  return { kind: 'worker', key: `${rows.seats.get(lead)?.key ?? ''}-w${length + 1}`, lead }
}

/** A seat goes with its build; whoever gave the task out hears how it went. */
export function onBuildEnded(context: OrgContext, { data }: Event<'build.ended'>, append: Append): void {
  const { rows } = context
  const row = rows.dispatches.byBuild(data.build)
  if (row?.state !== 'started' || row.task === null) return
  const isProved = row.lead !== null && data.outcome === 'complete'
  rows.dispatches.set(row, isProved ? { state: 'proved', why: null } : { state: 'ended', why: data.outcome })
  const seat = rows.seats.ofTask(row.task)
  const what = endedWords(context, row.task, seat)
  const why = { task: row.task, reason: data.outcome, append }
  if (seat) (isProved ? restOrLeave : leave)(context, seat, why)
  const tell = row.lead === null ? tellOfTask : tellOfPart
  tell(context, row, { what, data })
}

/** A task that has ended, with whose it was. */
function endedWords({ rows, tasks }: OrgContext, task: TaskId, seat: SeatRow | undefined): string {
  const { key, title } = tasks.get(task)
  const name = seat && rows.shifts.now(seat.id)?.name
  return `${key} ${inQuotes(title)}${name === undefined ? '' : ` of ${name}`}`
}

/** A manager leaves with its workers. */
function leave(context: OrgContext, seat: SeatRow, why: { reason: string; append: Append }): void {
  const { rows, work } = context
  closeSeat(context, seat, why)
  for (const row of rows.dispatches.open(seat.project).filter(({ lead }) => lead === seat.id)) {
    // Its own end closes it.
    if (row.state === 'started' && row.build !== null) work.stop(row.build, 'org')
    else rows.dispatches.set(row, { state: 'ended', why: 'Its manager has left.' })
  }
  for (const worker of rows.seats.under(seat.id))
    if (worker.closedAt === null && worker.restsSince !== null) closeSeat(context, worker, why)
}

type Ended = { what: string; data: Event<'build.ended'>['data'] }

function tellOfTask(context: OrgContext, row: DispatchRow, { what, data }: Ended): void {
  const how =
    data.outcome === 'complete'
      ? `is complete: its check passed. It is on ${data.branch ?? 'its branch'}, for a person to merge.`
      : endWords(data)
  tellRoomOf(context, row, `${what} ${how}`)
  wakeEm(
    context,
    row.project,
    `${what} ${how}\n\nKeep the page Sprint true, give out what comes next, and tell the person in the project's room what they should know. If there is nothing to do, say so in one word.`,
  )
}

/** What passed is told to its manager once it is in its checkout. */
function tellOfPart(context: OrgContext, row: DispatchRow, { what, data }: Ended): void {
  if (data.outcome === 'complete') return tellRoomOf(context, row, `${what} is complete: its check passed.`)
  const words = `${what} ${endWords(data)}`
  tellRoomOf(context, row, words)
  wakeGiver(
    context,
    row,
    `${words}\n\nNothing of it is in your checkout. Do it yourself, or make another part and give that out.`,
  )
}

const endWords = ({ outcome, reason }: Ended['data']): string => `ended as ${outcome}: ${reason}`
